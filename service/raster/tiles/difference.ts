import { projectionOn, wrapX } from '../grids/around-globe.ts'
import { correlation } from '../statistics/correlation.ts'
import { type CellWindow, edgeAt, positionAt, sameGrid, sameSystem } from '../grid.ts'
import { finestLevel, overlapOf } from '../warp/overlap.ts'
import { pickLevel, pickValues } from '../cells/pick-values.ts'
import { type CellPositions, projectRow } from '../grids/project-row.ts'
import { projectionOf } from '../systems/projection.ts'
import { RasterError } from '../raster-error.ts'
import { readBand, requireBand, type RasterFile } from '../cells/read.ts'
import { statistics } from '../statistics/statistics.ts'
import { paintTile, tileValues } from './tile.ts'

export interface Difference {
  cells: number
  only_one: number
  /** Cells whose two values are not the same. */
  differing: number
  mean: number
  sd: number
  mean_absolute: number
  root_mean_square: number
  min: number
  max: number
  p05: number
  p95: number
  correlation: number | null
  histogram: number[]
  same_grid: boolean
  /** Cells of the first raster, per side, in one compared cell; 1 is full resolution. */
  step: number
}

/** A band of an open raster, counted from 1. */
interface OpenBand {
  file: RasterFile
  band: number
}

const BINS = 40
/** Cells that are compared; of the other raster, which may be finer, those that are read from. */
const MOST_CELLS = 10_000_000
const MOST_CELLS_READ = 40_000_000
/** Cells whose positions and values are held while the other raster is read. */
const CELLS_AT_ONCE = 500_000
/** In more cells than this, positions between two systems are exact to a thousandth of a cell only. */
const MOST_EXACT_CELLS = 1_000_000
const TOLERANCE = 0.001

/**
 * PNG of `other` minus `one` on a Web Mercator tile, RdBu from −limit to limit; transparent where one has no value.
 * @throws RasterError as `renderTile`
 */
export async function renderDifferenceTile(
  one: OpenBand,
  other: OpenBand,
  { z, x, y, limit }: { z: number; x: number; y: number; limit: number },
): Promise<Buffer> {
  const [first, second] = [
    await tileValues(one.file, { z, x, y, band: one.band }),
    await tileValues(other.file, { z, x, y, band: other.band }),
  ]
  const values = first && second && first.map((value, i) => second[i] - value)
  return paintTile(values, { ramp: 'RdBu', min: -limit, max: limit })
}

/**
 * Statistics of `other` − `one` over the cells of `one` where the two overlap. On another grid, `other` is read at the
 * centres of the cells, nearest neighbour. More than ten million cells are compared on an overview.
 * @throws RasterError if no cell has both values, a system cannot be projected, or overviews are missing.
 */
export async function differenceOf(
  one: OpenBand,
  other: OpenBand,
  { most = MOST_CELLS } = {},
): Promise<Difference> {
  requireBand(one.file, one.band)
  requireBand(other.file, other.band)
  const overlap = overlapOf(one.file, other.file)
  if (!overlap) throw new RasterError('The two rasters do not overlap, so they have no cell in common.')
  const { level, window, scale } = finestLevel(one.file, overlap, most)
  const a = await readBand(one.file, one.band, window, level)
  const b = await alignedTo(one.file, level, window, other)
  let cells = 0
  let onlyOne = 0
  for (let i = 0; i < a.length; i++) {
    if (Number.isFinite(a[i]) !== Number.isFinite(b[i])) onlyOne++
    else if (Number.isFinite(a[i])) {
      a[cells] = a[i]
      b[cells++] = b[i]
    }
  }
  if (cells === 0) throw new RasterError('The two rasters have no cell in common.')
  const [first, second] = [a.subarray(0, cells), b.subarray(0, cells)]
  const difference = Float64Array.from(second, (value, i) => value - first[i])
  const found = statistics(difference, { bins: BINS, probabilities: [0.05, 0.95] })
  let absolute = 0
  let squares = 0
  let differing = 0
  for (const value of difference) {
    absolute += Math.abs(value)
    squares += value ** 2
    if (value !== 0) differing++
  }
  return {
    cells,
    only_one: onlyOne,
    differing,
    mean: found.mean!,
    sd: found.sd!,
    mean_absolute: absolute / cells,
    root_mean_square: Math.sqrt(squares / cells),
    min: found.min!,
    max: found.max!,
    p05: found.quantiles[0],
    p95: found.quantiles[1],
    correlation: correlation(first, second),
    histogram: found.histogram.counts,
    same_grid: sameGrid(one.file.info, other.file.info),
    step: scale,
  }
}

/** The cells of `other` under the centres of the cells of a level of `file`, in a window of that level. */
async function alignedTo(
  file: RasterFile,
  level: number,
  window: CellWindow,
  other: OpenBand,
): Promise<Float64Array> {
  const { width, height } = window
  const out = new Float64Array(width * height)
  const places = placesIn(file, level, window, other.file)
  const from = levelOf(other.file, places(Math.floor(height / 2)), level, overlapOf(other.file, file))
  const rowsAtOnce = Math.max(1, Math.floor(CELLS_AT_ONCE / width))
  for (let row = 0; row < height; row += rowsAtOnce) {
    const count = Math.min(rowsAtOnce, height - row)
    const columns = new Float64Array(count * width)
    const rows = new Float64Array(count * width)
    for (let i = 0; i < count; i++) {
      const at = places(row + i)
      columns.set(at.columns, i * width)
      rows.set(at.rows, i * width)
    }
    out.set(await pickValues(other.file, from, other.band, { columns, rows }), row * width)
  }
  return out
}

/** Overviews are averages, so an overview is compared with one of cells as large; a raster itself with the other itself. */
function levelOf(other: RasterFile, row: CellPositions, level: number, overlap: CellWindow | null): number {
  const finest = overlap ? finestLevel(other, overlap, MOST_CELLS_READ).level : 0
  if (level === 0) return finest
  const middle = Math.floor(row.columns.length / 2)
  const step = (list: Float64Array) => list[middle] - list[Math.max(0, middle - 1)]
  const cellsPerPixel = Math.hypot(step(row.columns), step(row.rows)) || 1
  return Math.max(finest, pickLevel(other, { ...row, cellsPerPixel }))
}

/** Positions in the grid of `other` of the centres of a row of the window. */
function placesIn(file: RasterFile, level: number, window: CellWindow, { info }: RasterFile) {
  const { width, height } = file.levels[level]
  const [x, y] = [file.info.width / width, file.info.height / height]
  const centre = (i: number, row: number) =>
    edgeAt(file.info, (window.column + i + 0.5) * x, (window.row + row + 0.5) * y)
  if (sameSystem(file.info, info)) {
    const wrap = wrapX(info)
    return (row: number) => {
      const columns = new Float64Array(window.width)
      const rows = new Float64Array(window.width)
      for (let i = 0; i < window.width; i++) {
        const [x, y] = centre(i, row)
        ;[columns[i], rows[i]] = positionAt(info, wrap(x), y)
      }
      return { columns, rows }
    }
  }
  const [from, to] = [projectionOf(file.info), projectionOn(info)]
  const tolerance = window.width * window.height > MOST_EXACT_CELLS ? TOLERANCE : 0
  return (row: number) =>
    projectRow(info, to, window.width, (i) => from.inverse(...centre(i, row)), tolerance)
}
