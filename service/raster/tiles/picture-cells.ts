import { onGlobe, overhang, projectionOn } from '../grids/around-globe.ts'
import type { CellPlaces } from '../cells/pick-values.ts'
import { type Bounds, gridBounds, type Grid } from '../grid.ts'
import { boundsInDegrees } from '../grids/degree-bounds.ts'
import { MERCATOR_LATITUDE, toMercator } from '../systems/web-mercator.ts'
import { projectedCells } from './tile.ts'

/** A picture of a whole raster in Web Mercator: its pixels, and the cell under the centre of each. */
export interface PictureCells {
  width: number
  height: number
  /** West, south, east, north in degrees; on both sides of 180°, the longitudes continue. */
  bounds: Bounds
  cells: CellPlaces
}

/** Null if the raster's place on the map cannot be computed. */
export function pictureCells(grid: Grid, longerSidePx: number): PictureCells | null {
  const degrees = boundsInDegrees(grid, gridBounds(grid))
  if (!degrees) return null
  const extent = onGlobe(degrees, overhang(grid))
  const [west, , end] = extent
  const east = west <= end ? end : end + 360
  const [south, north] = [extent[1], extent[3]].map((latitude) =>
    Math.min(MERCATOR_LATITUDE, Math.max(-MERCATOR_LATITUDE, latitude)),
  )
  const [left, bottom] = toMercator(west, south)
  const [right, top] = toMercator(east, north)
  if (!(right > left && top > bottom)) return null
  const longer = Math.max(right - left, top - bottom)
  const [width, height] = [right - left, top - bottom].map((side) =>
    Math.max(1, Math.round((longerSidePx * side) / longer)),
  )
  const cells = projectedCells(grid, projectionOn(grid), [left, bottom, right, top], width, height)
  return cells && { width, height, bounds: [west, south, east, north], cells }
}
