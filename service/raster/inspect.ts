import { createBlockCache } from './block-cache.ts'
import { fileSource, type RasterInput } from './byte-source.ts'
import type { RawArray } from './data-types.ts'
import { addToBins, type Extremes, measureCells } from './measure-cells.ts'
import { mergeStrips } from './merge-strips.ts'
import { classesOf, type RasterClass } from './palette.ts'
import { readAhead } from './range-source.ts'
import { openRaster, type RasterFile, type RasterInfo } from './read.ts'
import { bandGroups, cacheBytesFor, type Piece, readRows } from './walk-cells.ts'

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
  /** If the band has a palette: the values that occur. */
  classes?: RasterClass[]
}

export interface Inspection {
  info: RasterInfo
  bands: BandMeasure[]
}

const HISTOGRAM_BINS = 64
/** The height of the tiles of a COG: rows that are read at once. */
const ROWS = 512

/**
 * Reads every cell of every band in two passes, with bounded memory for a file of any size: exact count, extremes, mean
 * and standard deviation (pieces merged as in Chan, Golub & LeVeque 1979), then the histogram.
 * @throws RasterError if the file cannot be read.
 */
export async function inspectRaster(input: RasterInput, report?: Report): Promise<Inspection> {
  const file = await openForWalk(input)
  try {
    const measuring = await measure(file, report)
    await eachPiece(file, measuring.visit)
    return measuring.result()
  } finally {
    await file.close()
  }
}

/** Opens a raster to read each of its blocks in order, once: small blocks of a local file are read together. */
export async function openForWalk(input: RasterInput): Promise<RasterFile> {
  const file = await openRaster(typeof input === 'string' ? readAhead(await fileSource(input)) : input)
  const [main, ...overviews] = file.levels
  const levels = file.masking ? file.levels : [mergeStrips(main, ROWS), ...overviews]
  return { ...file, levels, cache: createBlockCache(cacheBytesFor({ ...file, levels }, ROWS)) }
}

/** Called with the fraction of the cells that were visited, both passes together. */
export type Report = (fraction: number) => void

interface Measuring {
  /** To be called with all pieces once more, for the histogram; nodata and NaN are left out. */
  visit: VisitPiece
  result(): Inspection
}

/** The first pass over a raster: all but the histogram. */
export async function measure(file: RasterFile, report: Report = () => {}): Promise<Measuring> {
  const { info } = file
  const cells = 2 * info.width * info.height * info.bands
  let visited = 0
  const visiting =
    (visit: Visit): VisitPiece =>
    (bands, piece) => {
      visitPiece(file, bands, piece, visit)
      visited += piece.width * piece.height * bands.length
      report(visited / cells)
    }
  const sums = Array.from({ length: info.bands }, newSum)
  await eachPiece(
    file,
    visiting((band, values, times) => addPiece(sums[band - 1], values, times, info.nodata)),
  )
  const counts = sums.map(({ min, max, count }) =>
    Array.from({ length: count === 0 ? 0 : min < max ? HISTOGRAM_BINS : 1 }, () => 0),
  )
  const { palette } = file
  const perClass = palette && new Float64Array(palette.length / 3)
  return {
    visit: visiting((band, values, times) => {
      if (perClass) countClasses(perClass, values, times, info.nodata)
      if (sums[band - 1].count > 0) addToBins(counts[band - 1], sums[band - 1], values, times, info.nodata)
    }),
    result: () => ({
      info,
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
        ...(palette && perClass && { classes: classesOf(palette, perClass) }),
      })),
    }),
  }
}

/** Cells of a band as they are stored; `times`: the number of equal cells that each stands for. */
type Visit = (band: number, cells: RawArray, times: number) => void

type VisitPiece = (bands: readonly number[], piece: Piece) => void

/** In pieces that do not depend on the file's blocks, so that neither do sums. */
async function eachPiece(file: RasterFile, visit: VisitPiece): Promise<void> {
  const { height } = file.info
  for (const bands of bandGroups(file, ROWS)) {
    for (let row = 0; row < height; row += ROWS) {
      for await (const piece of readRows(file, bands, { row, rows: ROWS, tile: ROWS })) visit(bands, piece)
    }
  }
}

/** Cells that the file does not store are nodata, or 0 if it has no nodata value. */
function visitPiece({ info }: RasterFile, bands: readonly number[], piece: Piece, visit: Visit): void {
  piece.cells.forEach((cells, i) => {
    if (cells) visit(bands[i], cells, 1)
    else if (info.nodata === null) visit(bands[i], Float64Array.of(0), piece.width * piece.height)
  })
}

const newSum = (): Extremes => ({
  count: 0,
  infinite: 0,
  negative: 0,
  min: Infinity,
  max: -Infinity,
  mean: 0,
  squares: 0,
})

function addPiece(sum: Extremes, cells: RawArray, times: number, nodata: number | null): void {
  for (const { count, infinite, negative, min, max, mean, squares } of measureCells(cells, nodata)) {
    sum.infinite += infinite * times
    if (count === 0) continue
    sum.negative += negative * times
    if (min < sum.min) sum.min = min
    if (max > sum.max) sum.max = max
    const n = count * times
    const all = sum.count + n
    const apart = mean - sum.mean
    sum.squares += squares * times + (apart * apart * sum.count * n) / all
    sum.mean += (apart * n) / all
    sum.count = all
  }
}

function countClasses(counts: Float64Array, cells: RawArray, times: number, nodata: number | null): void {
  for (let i = 0; i < cells.length; i++) if (cells[i] !== nodata) counts[cells[i]] += times
}
