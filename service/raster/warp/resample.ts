import { edgeAt, isRotated, positionAt, requireNorthUp, type Grid } from '../grid.ts'
import { projectRow } from '../grids/project-row.ts'
import { nameOfCrs, type Projection, UNPROJECTED } from '../systems/projection.ts'
import { RasterError } from '../raster-error.ts'
import { spreadSums } from '../grids/spread-sums.ts'

export type ResampleMethod = 'nearest' | 'bilinear' | 'average' | 'sum' | 'mode'

/**
 * Values of `grid` on the cells of `target` (north-up), NaN where the source has none. `projection` maps the target's
 * degrees to source coordinates; without it, both have the same CRS. nearest: the source
 * cell that contains the target's centre. bilinear: the four centres around it, weights of NaN cells redistributed, NaN
 * if the centre's own cell is NaN. average: mean of the covered source cells, weighted by covered area, without NaN
 * cells. sum: each source value is spread evenly over its cell, so totals are preserved (see `spreadSums`). mode: the
 * value that covers the largest part, of equals the smallest.
 */
export function resample(
  grid: Grid,
  values: ArrayLike<number>,
  target: Grid,
  method: ResampleMethod,
  projection?: Projection,
): Float64Array {
  if (!projection && grid.crs !== target.crs) {
    throw new RasterError(
      `The raster is in ${nameOfCrs(grid)}, the grid in ${nameOfCrs(target)}; warp it first (gdalwarp -t_srs).`,
    )
  }
  requireNorthUp(target)
  const take = { nearest, bilinear, average, sum, mode: modeOf() }[method]
  const { separable } = projection ?? UNPROJECTED
  if (separable && !isRotated(grid)) return resampleSeparable(grid, values, target, take, projection)
  return method === 'sum'
    ? spreadSums(grid, values, target, projection ?? UNPROJECTED)
    : resampleProjected(grid, values, target, take, projection ?? UNPROJECTED)
}

/** Source positions, in cells. */
interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** The value of a box. */
type Take = (grid: Grid, values: ArrayLike<number>, box: Box) => number

const emptyBox = (): Box => ({ left: 0, top: 0, right: 0, bottom: 0 })

/** Columns depend on x alone and rows on y alone, so each edge is computed once. */
function resampleSeparable(
  grid: Grid,
  values: ArrayLike<number>,
  target: Grid,
  take: Take,
  projection?: Projection,
): Float64Array {
  const into = projection?.forward ?? ((x: number, y: number): [number, number] => [x, y])
  const { width, height } = target
  const [, , west, , , north] = grid.affine
  const columns = Float64Array.from({ length: width + 1 }, (_, column) => {
    const [x] = into(...edgeAt(target, column, 0))
    return positionAt(grid, x, north)[0]
  })
  const rows = Float64Array.from({ length: height + 1 }, (_, row) => {
    const [, y] = into(...edgeAt(target, 0, row))
    return positionAt(grid, west, y)[1]
  })
  const out = new Float64Array(width * height)
  // One box for all cells: millions of small objects would cost more than the arithmetic.
  const box = emptyBox()
  for (let row = 0, i = 0; row < height; row++) {
    box.top = rows[row]
    box.bottom = rows[row + 1]
    for (let column = 0; column < width; column++, i++) {
      box.left = columns[column]
      box.right = columns[column + 1]
      out[i] = take(grid, values, box)
    }
  }
  return out
}

/** Maximum error of positions interpolated between projected ones, in source cells. */
const TOLERANCE = 0.001

/** A target cell is the box around its four projected corners, which are computed row by row; NaN beyond the system. */
function resampleProjected(
  grid: Grid,
  values: ArrayLike<number>,
  target: Grid,
  take: Take,
  projection: Projection,
): Float64Array {
  // The centre, not the middle of the box.
  const ofCentre = take === nearest || take === bilinear
  const { width, height } = target
  const out = new Float64Array(width * height).fill(Number.NaN)
  const edge = (row: number) =>
    projectRow(grid, projection, width + 1, (column) => edgeAt(target, column, row), TOLERANCE)
  const box = emptyBox()
  let above = edge(0)
  for (let row = 0; row < height; row++) {
    const below = edge(row + 1)
    for (let column = 0; column < width; column++) {
      const x0 = above.columns[column]
      const x1 = above.columns[column + 1]
      const x2 = below.columns[column]
      const x3 = below.columns[column + 1]
      const y0 = above.rows[column]
      const y1 = above.rows[column + 1]
      const y2 = below.rows[column]
      const y3 = below.rows[column + 1]
      const i = row * width + column
      if (ofCentre) {
        box.left = box.right = (x0 + x1 + x2 + x3) / 4
        box.top = box.bottom = (y0 + y1 + y2 + y3) / 4
      } else {
        box.left = Math.min(x0, x1, x2, x3)
        box.top = Math.min(y0, y1, y2, y3)
        box.right = Math.max(x0, x1, x2, x3)
        box.bottom = Math.max(y0, y1, y2, y3)
      }
      out[i] = take(grid, values, box)
    }
    above = below
  }
  return out
}

function cell({ width, height }: Grid, values: ArrayLike<number>, column: number, row: number): number {
  return column >= 0 && row >= 0 && column < width && row < height ? values[row * width + column] : Number.NaN
}

const nearest: Take = (grid, values, { left, top, right, bottom }) =>
  cell(grid, values, Math.floor((left + right) / 2), Math.floor((top + bottom) / 2))

const bilinear: Take = (grid, values, box) => {
  if (Number.isNaN(nearest(grid, values, box))) return Number.NaN
  const x = (box.left + box.right) / 2 - 0.5
  const y = (box.top + box.bottom) / 2 - 0.5
  const column = Math.floor(x)
  const row = Math.floor(y)
  let total = 0
  let weights = 0
  for (let k = 0; k < 4; k++) {
    const dx = k & 1
    const dy = k >> 1
    const weight = (1 - Math.abs(x - column - dx)) * (1 - Math.abs(y - row - dy))
    const value = cell(grid, values, column + dx, row + dy)
    if (weight <= 0 || Number.isNaN(value)) continue
    total += weight * value
    weights += weight
  }
  return total / weights
}

/** What `of` makes of the sum of the values weighted by the covered share of their cells, and of the sum of the weights. */
function weighted(of: (total: number, weights: number) => number): Take {
  return (grid, values, box) => {
    let total = 0
    let weights = 0
    eachCovered(grid, values, box, (value, weight) => {
      total += weight * value
      weights += weight
    })
    return weights > 0 ? of(total, weights) : Number.NaN
  }
}

const average = weighted((total, weights) => total / weights)
const sum = weighted((total) => total)

function modeOf(): Take {
  const areas = new Map<number, number>()
  return (grid, values, box) => {
    areas.clear()
    eachCovered(grid, values, box, (value, weight) => areas.set(value, (areas.get(value) ?? 0) + weight))
    let best = Number.NaN
    let most = 0
    for (const [value, area] of areas) {
      if (area < most || (area === most && value > best)) continue
      best = value
      most = area
    }
    return best
  }
}

/** The valid source cells under a box, with the share of each that it covers. */
function eachCovered(
  grid: Grid,
  values: ArrayLike<number>,
  { left, top, right, bottom }: Box,
  visit: (value: number, weight: number) => void,
): void {
  // Slivers below a millionth of a cell are rounding errors of aligned grids.
  const rowFrom = Math.max(0, Math.floor(top + 1e-6))
  const columnFrom = Math.max(0, Math.floor(left + 1e-6))
  for (let row = rowFrom; row < Math.min(grid.height, bottom - 1e-6); row++) {
    const tall = Math.min(bottom, row + 1) - Math.max(top, row)
    for (let column = columnFrom; column < Math.min(grid.width, right - 1e-6); column++) {
      const value = values[row * grid.width + column]
      if (Number.isNaN(value)) continue
      visit(value, tall * (Math.min(right, column + 1) - Math.max(left, column)))
    }
  }
}
