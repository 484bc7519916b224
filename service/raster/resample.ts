import { edgeAt, positionAt, requireNorthUp, type Grid } from './grid.ts'
import { projectRow } from './project-row.ts'
import { nameOfCrs, type Projection } from './projection.ts'
import { RasterError } from './raster-error.ts'

export type ResampleMethod = 'nearest' | 'bilinear' | 'average' | 'sum'

/**
 * Values of `grid` on the cells of `target` (both north-up), NaN where the source has none. `projection` maps the target's
 * degrees to source coordinates; without it, both have the same CRS. nearest: the source
 * cell that contains the target's centre. bilinear: the four centres around it, weights of NaN cells redistributed, NaN
 * if the centre's own cell is NaN. average: mean of the covered source cells, weighted by covered area, without NaN
 * cells. sum: each source value is spread evenly over its cell, so totals are preserved.
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
      `The raster is in EPSG:${grid.crs}, the grid in EPSG:${target.crs}; warp it first (gdalwarp -t_srs).`,
    )
  }
  requireNorthUp(grid)
  requireNorthUp(target)
  const at = { nearest, bilinear, average, sum }[method]
  if (projection && !projection.separable) return resampleProjected(grid, values, target, method, projection)
  const into = projection?.forward ?? ((x: number, y: number): [number, number] => [x, y])
  const out = new Float64Array(target.width * target.height)
  for (let row = 0, i = 0; row < target.height; row++) {
    for (let column = 0; column < target.width; column++, i++) {
      const upper = positionAt(grid, ...into(...edgeAt(target, column, row)))
      const lower = positionAt(grid, ...into(...edgeAt(target, column + 1, row + 1)))
      out[i] = at(grid, values, upper, lower)
    }
  }
  return out
}

/** Of positions between those that are projected, in cells of the source. */
const TOLERANCE = 0.001

/** A target cell is the box around its four projected corners, which are computed row by row; NaN beyond the system. */
function resampleProjected(
  grid: Grid,
  values: ArrayLike<number>,
  target: Grid,
  method: ResampleMethod,
  projection: Projection,
): Float64Array {
  if (method === 'sum') {
    throw new RasterError(
      `Sums are preserved only from EPSG:4326 and EPSG:3857, and the raster is in ${nameOfCrs(grid)}; warp it first (gdalwarp -r sum -t_srs EPSG:4326).`,
    )
  }
  const at = { nearest, bilinear, average }[method]
  const { width, height } = target
  const out = new Float64Array(width * height).fill(Number.NaN)
  const edge = (row: number) =>
    projectRow(grid, projection, width + 1, (column) => edgeAt(target, column, row), TOLERANCE)
  let above = edge(0)
  for (let row = 0; row < height; row++) {
    const below = edge(row + 1)
    for (let column = 0; column < width; column++) {
      const corners = (list: 'columns' | 'rows') =>
        [above[list][column], above[list][column + 1], below[list][column], below[list][column + 1]] as const
      const [across, down] = [corners('columns'), corners('rows')]
      const upper: Position = [Math.min(...across), Math.min(...down)]
      const lower: Position = [Math.max(...across), Math.max(...down)]
      if (method !== 'average') {
        // The centre, not the middle of the box.
        const middle: Position = [mean(across), mean(down)]
        out[row * width + column] = at(grid, values, middle, middle)
      } else out[row * width + column] = at(grid, values, upper, lower)
    }
    above = below
  }
  return out
}

const mean = ([a, b, c, d]: readonly [number, number, number, number]) => (a + b + c + d) / 4

type Position = [column: number, row: number]

function cell({ width, height }: Grid, values: ArrayLike<number>, column: number, row: number): number {
  return column >= 0 && row >= 0 && column < width && row < height ? values[row * width + column] : Number.NaN
}

function nearest(grid: Grid, values: ArrayLike<number>, upper: Position, lower: Position): number {
  return cell(grid, values, Math.floor((upper[0] + lower[0]) / 2), Math.floor((upper[1] + lower[1]) / 2))
}

function bilinear(grid: Grid, values: ArrayLike<number>, upper: Position, lower: Position): number {
  if (Number.isNaN(nearest(grid, values, upper, lower))) return Number.NaN
  const x = (upper[0] + lower[0]) / 2 - 0.5
  const y = (upper[1] + lower[1]) / 2 - 0.5
  const column = Math.floor(x)
  const row = Math.floor(y)
  let sum = 0
  let weights = 0
  for (const [dx, dy] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ]) {
    const weight = (1 - Math.abs(x - column - dx)) * (1 - Math.abs(y - row - dy))
    const value = cell(grid, values, column + dx, row + dy)
    if (weight <= 0 || Number.isNaN(value)) continue
    sum += weight * value
    weights += weight
  }
  return sum / weights
}

function average(grid: Grid, values: ArrayLike<number>, upper: Position, lower: Position): number {
  const { total, weights } = overlap(grid, values, upper, lower)
  return weights > 0 ? total / weights : Number.NaN
}

function sum(grid: Grid, values: ArrayLike<number>, upper: Position, lower: Position): number {
  const { total, weights } = overlap(grid, values, upper, lower)
  return weights > 0 ? total : Number.NaN
}

/** Sum of the values weighted by the covered share of their cell, and the sum of the weights. */
function overlap(grid: Grid, values: ArrayLike<number>, upper: Position, lower: Position) {
  let total = 0
  let weights = 0
  // Slivers below a millionth of a cell are rounding errors of aligned grids.
  const rowFrom = Math.max(0, Math.floor(upper[1] + 1e-6))
  const columnFrom = Math.max(0, Math.floor(upper[0] + 1e-6))
  for (let row = rowFrom; row < Math.min(grid.height, lower[1] - 1e-6); row++) {
    const tall = Math.min(lower[1], row + 1) - Math.max(upper[1], row)
    for (let column = columnFrom; column < Math.min(grid.width, lower[0] - 1e-6); column++) {
      const value = values[row * grid.width + column]
      if (Number.isNaN(value)) continue
      const weight = tall * (Math.min(lower[0], column + 1) - Math.max(upper[0], column))
      total += weight * value
      weights += weight
    }
  }
  return { total, weights }
}
