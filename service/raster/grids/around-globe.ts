import { type Bounds, type Grid, gridBounds, isNorthUp } from '../grid.ts'
import { boundsInDegrees } from './degree-bounds.ts'
import { findProjection, type Projection, projectionOf } from '../systems/projection.ts'

/** Columns in a turn around the globe, of a north-up raster with longitudes below −180° or above 180°; else null. */
export function columnsAround(grid: Grid, { turn }: Pick<Projection, 'turn'>): number | null {
  if (turn === null || !isNorthUp(grid)) return null
  const [west, , east] = gridBounds(grid)
  const [cell] = grid.affine
  // The last cell of a raster whose cells lie around whole degrees may overhang by half.
  const most = turn / 2 + cell * 0.501
  return west >= -most && east <= most ? null : turn / cell
}

export const reachesBeyond180 = (grid: Grid): boolean => {
  const projection = findProjection(grid)
  return projection !== null && columnsAround(grid, projection) !== null
}

/** Counts longitudes, in units of a system, as the columns of a raster do: 350 for −10 if they end at 360. */
export function wrapX(grid: Grid, turn = findProjection(grid)?.turn): (x: number) => number {
  const [west, , east] = gridBounds(grid)
  return (x) => {
    if (!turn || (x >= west && x < east)) return x
    const within = x - turn * Math.floor((x - west) / turn)
    return within < east ? within : x
  }
}

/**
 * The projection of a raster, whose `forward` counts longitudes as the raster does.
 * @throws RasterError with the system's name if it cannot be computed
 */
export function projectionOn(grid: Grid): Projection {
  const projection = projectionOf(grid)
  const { turn } = projection
  const [west, , east] = gridBounds(grid)
  if (turn === null || (west >= -turn / 2 && east <= turn / 2)) return projection
  const wrap = wrapX(grid, turn)
  return {
    ...projection,
    forward(lon, lat) {
      const [x, y] = projection.forward(lon, lat)
      return [wrap(x), y]
    },
  }
}

/**
 * Bounds from −180° to 180°; across 180°, west is greater than east (RFC 7946, section 5.2). They may overhang by `slack`
 * degrees, which is cut off.
 */
export function onGlobe([west, south, east, north]: Bounds, slack = 0): Bounds {
  const turns = Math.floor((west + slack + 180) / 360)
  const [left, right] = [west - 360 * turns, east - 360 * turns]
  const [low, high] = [Math.max(-90, south), Math.min(90, north)]
  if (right <= 180 + slack) return [Math.max(-180, left), low, Math.min(180, right), high]
  return right - left < 360 ? [left, low, right - 360, high] : [-180, low, 180, high]
}

/** Bounds as `onGlobe`, with all longitudes if they lie on both sides of 180°. */
export const wholeWidth = ([west, south, east, north]: Bounds): Bounds =>
  west <= east ? [west, south, east, north] : [-180, south, 180, north]

/** Bounds of a raster in degrees, as `onGlobe`; null if they cannot be computed. */
export function extentInDegrees(grid: Grid): Bounds | null {
  const degrees = boundsInDegrees(grid, gridBounds(grid))
  return degrees && onGlobe(degrees, overhang(grid))
}

/** Half a cell, in degrees: centres of cells are not cut off. */
export function overhang(grid: Grid): number {
  const turn = findProjection(grid)?.turn ?? null
  return turn === null ? 0 : (grid.affine[0] * 0.501 * 360) / turn
}

/** Bounds in degrees, of which those with west above east lie on both sides of 180° (RFC 7946), as one or two boxes. */
const boxesOf = ([west, south, east, north]: Bounds): Bounds[] =>
  west <= east
    ? [[west, south, east, north]]
    : [
        [west, south, 180, north],
        [-180, south, east, north],
      ]

/** Whether two extents from −180° to 180° have an area in common. */
export const meet = (one: Bounds, other: Bounds): boolean =>
  boxesOf(one).some((a) =>
    boxesOf(other).some(
      (b) => Math.max(a[0], b[0]) < Math.min(a[2], b[2]) && Math.max(a[1], b[1]) < Math.min(a[3], b[3]),
    ),
  )
