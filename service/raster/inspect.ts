import { createBlockCache } from './cells/block-cache.ts'
import { fileSource, type RasterInput } from './tiff/byte-source.ts'
import {
  categoricalBands,
  classesOf,
  countClasses,
  type Declared,
  type RasterClass,
} from './cells/classes.ts'
import { ARRAYS, type RawArray } from './data-types.ts'
import {
  addCountsToBins,
  addToBins,
  countValues,
  type Extremes,
  type Meaning,
  measureCells,
  valuesOf,
} from './statistics/measure-cells.ts'
import { mergeStrips } from './cells/merge-strips.ts'
import { readAhead } from './tiff/range-source.ts'
import { northUp } from './cells/mirror.ts'
import { createPreview, type Preview } from './tiles/preview.ts'
import { openRaster, type RasterFile, type RasterInfo } from './cells/read.ts'
import { type Scaling, toValues, valueOf } from './tiff/scaling.ts'
import { cacheBytesFor, type Piece, readAll } from './cells/walk-cells.ts'

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
  /** How its values are made from its cells, if they are not the same. */
  scaling?: Scaling
  /** If the band is categorical: the values that occur. */
  classes?: RasterClass[]
  /** How many different values occur, for cells of 8 bits. */
  distinct?: number
}

export interface Inspection {
  info: RasterInfo
  bands: BandMeasure[]
  /** Null if it cannot be drawn; absent if it was not asked for. */
  preview?: Preview | null
}

const HISTOGRAM_BINS = 64
/** The height of the tiles of a COG: rows that are read at once. */
const ROWS = 512
/** Numbers of cells per value, of all bands. */
const COUNTS_BYTES = 64 * 2 ** 20

/**
 * Reads every cell of every band, with bounded memory for a file of any size: exact count, extremes, mean and standard
 * deviation (pieces merged as in Chan, Golub & LeVeque 1979), then the histogram in a second pass. Cells of at most 16
 * bits are counted by value in the first one instead. `draw`: a small picture of the first band is made on the way.
 * @throws RasterError if the file cannot be read.
 */
export async function inspectRaster(
  input: RasterInput,
  report?: Report,
  declared?: Declared,
  { draw = false } = {},
): Promise<Inspection> {
  const file = await openForWalk(input)
  try {
    const measuring = await measure(file, categoricalBands(file, declared), report)
    const preview = draw ? createPreview(file, ROWS) : undefined
    await eachPiece(file, (bands, piece) => {
      measuring.visit(bands, piece)
      preview?.visit(bands, piece)
    })
    const inspection = measuring.result()
    return draw ? { ...inspection, preview: preview?.draw(inspection.bands[0]) ?? null } : inspection
  } finally {
    await file.close()
  }
}

/**
 * Opens a raster to read each of its blocks in order, once, north-up unless it is rotated: small blocks of a local file
 * are read together.
 */
export async function openForWalk(input: RasterInput): Promise<RasterFile> {
  const file = await openRaster(typeof input === 'string' ? readAhead(await fileSource(input)) : input)
  const [main, ...overviews] = file.levels
  const levels = file.masking ? file.levels : [mergeStrips(main, ROWS), ...overviews]
  const walked = { ...file, levels, info: northUp(file.info) }
  return { ...walked, cache: createBlockCache(cacheBytesFor(walked, ROWS)) }
}

/** Called with the fraction of the cells that were visited, all passes together. */
export type Report = (fraction: number) => void

interface Measuring {
  /** Call this with all pieces, in a second pass; nodata and NaN are left out. */
  visit: VisitPiece
  result(): Inspection
}

/** What has to be done before `visit`: all but the histogram, or nothing where values are counted. */
export async function measure(
  file: RasterFile,
  categorical: readonly boolean[],
  report: Report = () => {},
): Promise<Measuring> {
  const { info, palette } = file
  const { nodata } = info
  const scalingOf = (band: number) => info.scalings?.[band - 1]
  const sums = Array.from({ length: info.bands }, newSum)
  const counts = countsByValue(info)
  const passes = counts ? 1 : 2
  const cells = passes * info.width * info.height * info.bands
  let visited = 0
  const visiting =
    (visit: Visit): VisitPiece =>
    (bands, piece) =>
      bands.forEach((band, i) => {
        visitBand(file, band, piece, piece.cells[i], visit)
        visited += piece.width * piece.height
        report(visited / cells)
      })
  const inspection = (
    histograms: number[][],
    ofBands: Pick<BandMeasure, 'classes' | 'distinct'>[],
  ): Inspection => ({
    info,
    bands: sums.map((sum, i) => ({
      band: i + 1,
      valid: sum.count,
      infinite: sum.infinite,
      min: sum.min,
      max: sum.max,
      mean: sum.mean,
      sd: sum.count === 0 ? 0 : Math.sqrt(sum.squares / sum.count),
      histogram: histograms[i],
      negative: sum.negative,
      ...(scalingOf(i + 1) && { scaling: scalingOf(i + 1)! }),
      ...ofBands[i],
    })),
  })
  const addTo = (band: number, values: RawArray, times: number) =>
    addPiece(sums[band - 1], values, times, { nodata, scaling: scalingOf(band) })
  if (counts) {
    return {
      visit: visiting((band, values, times) => {
        addTo(band, values, times)
        countValues(counts[band - 1], values, times)
      }),
      result() {
        const cells = valuesOf(info.dataType)
        const valuesOfBand = counts.map((_, i) => toValues(Float64Array.from(cells), scalingOf(i + 1)))
        const valid = counts.map((one) => one.map((count, i) => (cells[i] === nodata ? 0 : count)))
        const bins = sums.map(newBins)
        bins.forEach((one, i) => addCountsToBins(one, sums[i], valuesOfBand[i], valid[i]))
        const occurring = valid.map(
          (one, b) =>
            new Map(
              Array.from(one, (count, i) => [valuesOfBand[b][i], count] as const).filter(
                ([, count]) => count > 0,
              ),
            ),
        )
        return inspection(
          bins,
          occurring.map((one, i) => ({
            ...(categorical[i] && { classes: classesOf(one, palette) }),
            ...(cells.length === 256 && { distinct: one.size }),
          })),
        )
      },
    }
  }
  const counted = categorical.map((one) => (one ? new Map<number, number>() : null))
  await eachPiece(
    file,
    visiting((band, values, times) => {
      addTo(band, values, times)
      const own = counted[band - 1]
      if (own) countClasses(own, values, times, nodata)
    }),
  )
  const bins = sums.map(newBins)
  return {
    visit: visiting((band, values, times) => {
      if (sums[band - 1].count > 0)
        addToBins(bins[band - 1], sums[band - 1], values, times, { nodata, scaling: scalingOf(band) })
    }),
    result: () =>
      inspection(
        bins,
        counted.map((one, i) =>
          one ? { classes: classesOf(valuesIn(one, scalingOf(i + 1)), palette) } : {},
        ),
      ),
  }
}

const valuesIn = (counted: ReadonlyMap<number, number>, scaling: Scaling | null | undefined) =>
  new Map(Array.from(counted, ([cell, count]) => [valueOf(cell, scaling), count] as const))

const newBins = ({ min, max, count }: Extremes): number[] =>
  Array.from({ length: count === 0 ? 0 : min < max ? HISTOGRAM_BINS : 1 }, () => 0)

/** How many cells of each band have each value, to be counted; null if the values of the type are too many. */
function countsByValue({ dataType, bands }: RasterInfo): Float64Array[] | null {
  const bytes = ARRAYS[dataType].BYTES_PER_ELEMENT
  if (bytes > 2 || bands * 2 ** (8 * bytes) * 8 > COUNTS_BYTES) return null
  return Array.from({ length: bands }, () => new Float64Array(2 ** (8 * bytes)))
}

/** Cells of a band as they are stored; `times`: the number of equal cells that each stands for. */
type Visit = (band: number, cells: RawArray, times: number) => void

type VisitPiece = (bands: readonly number[], piece: Piece) => void

/** Reads in pieces that do not depend on the file's blocks, so that sums do not either. */
async function eachPiece(file: RasterFile, visit: VisitPiece): Promise<void> {
  for await (const [bands, piece] of readAll(file, ROWS)) visit(bands, piece)
}

/** Cells that the file does not store are nodata, or 0 if it has no nodata value. */
function visitBand(
  { info }: RasterFile,
  band: number,
  { width, height }: Piece,
  cells: RawArray | null,
  visit: Visit,
): void {
  if (cells) visit(band, cells, 1)
  else if (info.nodata === null) visit(band, Float64Array.of(0), width * height)
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

function addPiece(sum: Extremes, cells: RawArray, times: number, meaning: Meaning): void {
  for (const { count, infinite, negative, min, max, mean, squares } of measureCells(cells, meaning)) {
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
