import { createBlockCache } from './block-cache.ts'
import { openRaster, readBand, type CellValues, type RasterFile, type RasterInfo } from './read.ts'
import { isSparse, windowsOf } from './walk-windows.ts'

export interface BandMeasure {
  /** Counts from 1. */
  band: number
  /** Cells with a finite number. */
  valid: number
  infinite: number
  min: number
  max: number
  mean: number
  /** Population standard deviation (divided by `valid`). */
  sd: number
  /** Counts of equally wide bins from min to max; one bin if all values are equal. */
  histogram: number[]
  /** Valid cells below 0. */
  negative: number
}

export interface Inspection {
  info: RasterInfo
  bands: BandMeasure[]
}

export const HISTOGRAM_BINS = 64
/** Blocks of one window, so that the bands of a pixel-interleaved file are decoded once. */
const CACHE_BYTES = 96 * 2 ** 20

/**
 * Reads every cell of every band in two passes, with bounded memory for a file of any size: exact count, extremes, mean
 * and standard deviation (windows merged as in Chan, Golub & LeVeque 1979), then the histogram.
 * @throws RasterError if the file cannot be read.
 */
export async function inspectRaster(path: string): Promise<Inspection> {
  const file = await openRaster(path, { cache: createBlockCache(CACHE_BYTES) })
  try {
    const sums = Array.from({ length: file.info.bands }, newSum)
    await eachWindow(file, (band, values, times) => addWindow(sums[band - 1], values, times))
    const counts = sums.map(({ min, max, count }) =>
      Array.from({ length: count === 0 ? 0 : min < max ? HISTOGRAM_BINS : 1 }, () => 0),
    )
    await eachWindow(file, (band, values, times) =>
      addToHistogram(counts[band - 1], sums[band - 1], values, times),
    )
    return {
      info: file.info,
      bands: sums.map((sum, i) => ({
        band: i + 1,
        valid: sum.count,
        infinite: sum.infinite,
        min: sum.min,
        max: sum.max,
        mean: sum.mean,
        sd: sum.count === 0 ? 0 : Math.sqrt(sum.squares / sum.count),
        histogram: counts[i],
        negative: sum.negative,
      })),
    }
  } finally {
    await file.close()
  }
}

/** `times`: the number of equal cells that each value represents. */
type Visit = (band: number, values: CellValues, times: number) => void

async function eachWindow(file: RasterFile, visit: Visit): Promise<void> {
  const { nodata, bands } = file.info
  for (const window of windowsOf(file)) {
    for (let band = 1; band <= bands; band++) {
      if (!isSparse(file, band, window)) visit(band, await readBand(file, band, window), 1)
      else if (nodata === null) visit(band, Float64Array.of(0), window.width * window.height)
    }
  }
}

interface Sum {
  count: number
  infinite: number
  negative: number
  min: number
  max: number
  mean: number
  /** Sum of squared deviations from the mean. */
  squares: number
}

const newSum = (): Sum => ({
  count: 0,
  infinite: 0,
  negative: 0,
  min: Infinity,
  max: -Infinity,
  mean: 0,
  squares: 0,
})

function addWindow(sum: Sum, values: CellValues, times: number): void {
  let count = 0
  let total = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (Number.isNaN(value)) continue
    if (value === Infinity || value === -Infinity) {
      sum.infinite += times
      continue
    }
    count++
    total += value
    if (value < sum.min) sum.min = value
    if (value > sum.max) sum.max = value
    if (value < 0) sum.negative += times
  }
  if (count === 0) return
  const mean = total / count
  let squares = 0
  for (let i = 0; i < values.length; i++) {
    const distance = values[i] - mean
    if (Number.isFinite(distance)) squares += distance * distance
  }
  const n = count * times
  const all = sum.count + n
  const apart = mean - sum.mean
  sum.squares += squares * times + (apart * apart * sum.count * n) / all
  sum.mean += (apart * n) / all
  sum.count = all
}

function addToHistogram(counts: number[], { min, max }: Sum, values: CellValues, times: number): void {
  const last = counts.length - 1
  const scale = last > 0 ? counts.length / (max - min) : 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (Number.isFinite(value)) counts[Math.min(last, Math.floor((value - min) * scale))] += times
  }
}
