import { isNorthUp, type Bounds, type Grid } from '../grid.ts'
import { metresPerUnit } from '../systems/projection.ts'

/** Cells of the reference grid per degree: 30 arc-seconds. */
export const CELLS_PER_DEGREE = 120
const WGS84 = 4326

const near = (value: number, tolerance: number) => Math.abs(value - Math.round(value)) < tolerance

/** EPSG:4326, north-up, cells of 30 arc-seconds whose edges are multiples of 30 arc-seconds, from −180° to 180°. */
export function isOnReferenceGrid(grid: Grid): boolean {
  const [a, , c, , e, f] = grid.affine
  return (
    grid.crs === WGS84 &&
    isNorthUp(grid) &&
    Math.abs(a * CELLS_PER_DEGREE - 1) < 1e-6 &&
    Math.abs(e * CELLS_PER_DEGREE + 1) < 1e-6 &&
    near(c * CELLS_PER_DEGREE, 1e-3) &&
    near(f * CELLS_PER_DEGREE, 1e-3) &&
    c >= -180 - 1e-5 &&
    c + a * grid.width <= 180 + 1e-5
  )
}

/** The smallest part of the reference grid that holds `bounds` in degrees, clipped to the globe. */
export function referenceGridOver([west, south, east, north]: Bounds): Grid {
  // A tolerance of a thousandth of a cell for bounds that were rounded on writing.
  const column = Math.max(-180 * CELLS_PER_DEGREE, Math.floor(west * CELLS_PER_DEGREE + 1e-3))
  const right = Math.min(180 * CELLS_PER_DEGREE, Math.ceil(east * CELLS_PER_DEGREE - 1e-3))
  const top = Math.min(90 * CELLS_PER_DEGREE, Math.ceil(north * CELLS_PER_DEGREE - 1e-3))
  const bottom = Math.max(-90 * CELLS_PER_DEGREE, Math.floor(south * CELLS_PER_DEGREE + 1e-3))
  const cell = 1 / CELLS_PER_DEGREE
  return {
    width: right - column,
    height: top - bottom,
    affine: [cell, 0, column / CELLS_PER_DEGREE, 0, -cell, top / CELLS_PER_DEGREE],
    crs: WGS84,
  }
}

/** Height of a cell in metres; null if the units of the CRS are unknown. */
export function resolutionMetres(grid: Grid): number | null {
  const side = Math.hypot(grid.affine[1], grid.affine[4])
  const metres = metresPerUnit(grid)
  return metres === null ? null : side * metres
}
