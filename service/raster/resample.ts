import { edgeAt, positionAt, requireNorthUp, type Grid } from './grid.ts'
import { RasterError } from './raster-error.ts'

export type ResampleMethod = 'nearest' | 'bilinear' | 'average' | 'sum'

/**
 * Values of `grid` on the cells of `target` (both north-up), NaN where the source has none. `project` maps target
 * coordinates to source coordinates, each axis independently; without it, both have the same CRS. nearest: the source
 * cell that contains the target's centre. bilinear: the four centres around it, weights of NaN cells redistributed, NaN
 * if the centre's own cell is NaN. average: mean of the covered source cells, weighted by covered area, without NaN
 * cells. sum: each source value is spread evenly over its cell, so totals are preserved.
 */
export function resample(
  grid: Grid,
  values: ArrayLike<number>,
  target: Grid,
  method: ResampleMethod,
  project?: (x: number, y: number) => [number, number],
): Float64Array {
  if (!project && grid.crs !== target.crs) {
    throw new RasterError(
      `The raster is in EPSG:${grid.crs}, the grid in EPSG:${target.crs}; warp it first (gdalwarp -t_srs).`,
    )
  }
  requireNorthUp(grid)
  requireNorthUp(target)
  const at = { nearest, bilinear, average, sum }[method]
  const into = project ?? ((x: number, y: number): [number, number] => [x, y])
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
