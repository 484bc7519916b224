import { RasterError } from '../raster-error.ts'
import { readBand, requireBand, type RasterFile } from '../cells/read.ts'
import { quantileOfSorted } from './statistics.ts'

export interface Percentiles {
  p2: number
  p5: number
  p95: number
  p98: number
  /** That were read and have a value. */
  cells: number
  /** False: computed from an overview, because the raster itself has too many cells. */
  exact: boolean
}

/** The most cells that are read and sorted for one answer, about half a second. */
const MOST_CELLS = 4_000_000

/**
 * Percentiles of a band by linear interpolation (numpy's default), from the finest level that has at most `most` cells.
 * @throws RasterError if no cell has a value, or no level is small enough
 */
export async function percentilesOf(
  file: RasterFile,
  band: number,
  { most = MOST_CELLS } = {},
): Promise<Percentiles> {
  requireBand(file, band)
  const level = file.levels.findIndex(({ width, height }) => width * height <= most)
  if (level < 0)
    throw new RasterError(
      'The raster has no overview that is small enough for percentiles; write it again with overviews (gdal_translate -of COG).',
    )
  const sorted = Float64Array.from(await readBand(file, band, undefined, level))
    .filter((value) => Number.isFinite(value))
    .sort()
  if (sorted.length === 0) throw new RasterError('No cell of the raster has a value.')
  const [p2, p5, p95, p98] = [0.02, 0.05, 0.95, 0.98].map((share) => quantileOfSorted(sorted, share))
  return { p2, p5, p95, p98, cells: sorted.length, exact: level === 0 }
}
