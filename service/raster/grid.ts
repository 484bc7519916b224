import { RasterError } from './raster-error.ts'

/**
 * [a, b, c, d, e, f]: x = a·column + b·row + c, y = d·column + e·row + f, where whole numbers are the edges of cells
 * and (0, 0) is the outer corner of the first cell. North-up grids have b = d = 0 and e < 0.
 */
export type Affine = readonly [number, number, number, number, number, number]

export interface ReferenceSystem {
  /** EPSG code; null if it has none, or is unknown. */
  crs: number | null
  /** PROJ's string for a system without a code. */
  crsDefinition?: string | null
  /** The name that the file gives to a system without a code. */
  crsName?: string | null
}

export interface Grid extends ReferenceSystem {
  width: number
  height: number
  affine: Affine
}

/** [west, south, east, north] in the units of the CRS. */
export type Bounds = readonly [number, number, number, number]

export interface CellWindow {
  column: number
  row: number
  width: number
  height: number
}

export function isNorthUp(grid: Grid): boolean {
  const [a, b, , d, e] = grid.affine
  return b === 0 && d === 0 && a > 0 && e < 0
}

/** Whether rows and columns do not run along the axes of the system. */
export const isRotated = ({ affine: [, b, , d] }: Grid): boolean => b !== 0 || d !== 0

/** Throws RasterError for a rotated, sheared or flipped grid. */
export function requireNorthUp(grid: Grid): void {
  if (!isNorthUp(grid)) {
    throw new RasterError(
      'The raster is rotated or not north-up; warp it to a north-up grid (gdalwarp) and send it again.',
    )
  }
}

/** The smallest bounds of all cells, edges included; also of a rotated grid. */
export function gridBounds({ width, height, affine: [a, b, c, d, e, f] }: Grid): Bounds {
  const xs = [c, c + a * width, c + b * height, c + a * width + b * height]
  const ys = [f, f + d * width, f + e * height, f + d * width + e * height]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

export const sameSystem = (one: ReferenceSystem, other: ReferenceSystem): boolean =>
  one.crs === other.crs && (one.crsDefinition ?? null) === (other.crsDefinition ?? null)

/** Equal in shape and CRS, with every corner within `tolerance` of a cell (default: a thousandth). */
export function sameGrid(one: Grid, other: Grid, tolerance = 1e-3): boolean {
  if (one.width !== other.width || one.height !== other.height || !sameSystem(one, other)) return false
  const [a, b, c, d, e, f] = one.affine
  const cellX = Math.hypot(a, b) * tolerance
  const cellY = Math.hypot(d, e) * tolerance
  for (const column of [0, one.width]) {
    for (const row of [0, one.height]) {
      const [x, y] = edgeAt(other, column, row)
      if (Math.abs(a * column + b * row + c - x) > cellX) return false
      if (Math.abs(d * column + e * row + f - y) > cellY) return false
    }
  }
  return true
}

/** Coordinates of an edge position; add 0.5 to column and row for a cell's centre. */
export function edgeAt({ affine: [a, b, c, d, e, f] }: Grid, column: number, row: number): [number, number] {
  return [a * column + b * row + c, d * column + e * row + f]
}

/** Fractional column and row of a coordinate: the inverse of the affine. */
export function positionAt({ affine: [a, b, c, d, e, f] }: Grid, x: number, y: number): [number, number] {
  const det = a * e - b * d
  return [(e * (x - c) - b * (y - f)) / det, (a * (y - f) - d * (x - c)) / det]
}

/** Row-major index of the cell that contains a coordinate, −1 outside. Upper and left edges belong to the cell. */
export function cellOf(grid: Grid, x: number, y: number): number {
  const [column, row] = positionAt(grid, x, y)
  const i = Math.floor(column)
  const j = Math.floor(row)
  return i >= 0 && j >= 0 && i < grid.width && j < grid.height ? j * grid.width + i : -1
}

/** Centres of all cells, row-major. */
export function cellCentres(grid: Grid): { x: Float64Array; y: Float64Array } {
  const x = new Float64Array(grid.width * grid.height)
  const y = new Float64Array(x.length)
  for (let row = 0, i = 0; row < grid.height; row++) {
    for (let column = 0; column < grid.width; column++, i++) {
      const at = edgeAt(grid, column + 0.5, row + 0.5)
      x[i] = at[0]
      y[i] = at[1]
    }
  }
  return { x, y }
}

/** The smallest window of whole cells over `bounds`, clipped to the grid; null if they do not intersect. */
export function windowOf(grid: Grid, bounds: Bounds): CellWindow | null {
  const corners = [
    positionAt(grid, bounds[0], bounds[1]),
    positionAt(grid, bounds[0], bounds[3]),
    positionAt(grid, bounds[2], bounds[1]),
    positionAt(grid, bounds[2], bounds[3]),
  ]
  const columns = corners.map((at) => at[0])
  const rows = corners.map((at) => at[1])
  // A tolerance of a thousandth of a cell for bounds that were rounded on writing.
  const column = Math.max(0, Math.floor(Math.min(...columns) + 1e-3))
  const row = Math.max(0, Math.floor(Math.min(...rows) + 1e-3))
  const right = Math.min(grid.width, Math.ceil(Math.max(...columns) - 1e-3))
  const bottom = Math.min(grid.height, Math.ceil(Math.max(...rows) - 1e-3))
  return right > column && bottom > row ? { column, row, width: right - column, height: bottom - row } : null
}

/** The grid of a window of another grid. */
export function subgrid(grid: Grid, window: CellWindow): Grid {
  const [a, b, , d, e] = grid.affine
  const [c, f] = edgeAt(grid, window.column, window.row)
  const { crs, crsDefinition, crsName } = grid
  return {
    width: window.width,
    height: window.height,
    affine: [a, b, c, d, e, f],
    crs,
    ...(crsDefinition && { crsDefinition, crsName }),
  }
}

/** Bounds of the overlap, both in the same CRS; null if there is none or they only touch. */
export function intersect(one: Bounds, other: Bounds): Bounds | null {
  const west = Math.max(one[0], other[0])
  const south = Math.max(one[1], other[1])
  const east = Math.min(one[2], other[2])
  const north = Math.min(one[3], other[3])
  return west < east && south < north ? [west, south, east, north] : null
}
