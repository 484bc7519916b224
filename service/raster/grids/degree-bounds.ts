import { wrapLongitude } from '../../geometry/wrap-longitude.ts'
import type { Bounds, ReferenceSystem } from '../grid.ts'
import { coversGlobe, findProjection, type Position, type Projection } from '../systems/projection.ts'

/** Points per edge: the edges of a projected raster are curves in degrees. */
const EDGE_POINTS = 33

/** The smallest bounds of the edges of `bounds` after `transform`; NaN if a point of them has no image. */
export function boundsOfEdges(bounds: Bounds, transform: (x: number, y: number) => Position): Bounds {
  return boundsOf(edgesOf(bounds, transform))
}

/** The smallest bounds of points, in their units; NaN where a coordinate is NaN, [∞, ∞, −∞, −∞] without points. */
export function boundsOf(points: readonly Position[]): Bounds {
  return points.reduce<Bounds>(
    ([west, south, east, north], [x, y]) => [
      Math.min(west, x),
      Math.min(south, y),
      Math.max(east, x),
      Math.max(north, y),
    ],
    [Infinity, Infinity, -Infinity, -Infinity],
  )
}

/** Points of the edges of `bounds` after `transform`. */
export function edgesOf(
  [west, south, east, north]: Bounds,
  transform: (x: number, y: number) => Position,
): Position[] {
  const points: Position[] = []
  for (let i = 0; i < EDGE_POINTS; i++) {
    const share = i / (EDGE_POINTS - 1)
    const x = west + share * (east - west)
    const y = south + share * (north - south)
    points.push(transform(x, south), transform(x, north), transform(west, y), transform(east, y))
  }
  return points
}

/** The points of `edgesOf` in their order around the bounds, the first one repeated at the end. */
function ringOf(bounds: Bounds, transform: (x: number, y: number) => Position): Position[] {
  const points = edgesOf(bounds, transform)
  const edge = (side: number) => points.filter((_, i) => i % 4 === side)
  const [south, north, west, east] = [0, 1, 2, 3].map(edge)
  return [...south, ...east, ...north.toReversed(), ...west.toReversed()]
}

/**
 * What projected bounds enclose, in degrees. Longitudes continue beyond ±180° where the edges do. Around a pole, the edges
 * lead through all longitudes.
 */
function boundsOfRing(bounds: Bounds, { forward, inverse }: Projection): Bounds {
  const ring = ringOf(bounds, inverse)
  let turn = 0
  const places = ring.map(([lon, lat], i): Position => {
    const step = i === 0 ? 0 : lon - ring[i - 1][0]
    turn += wrapLongitude(step) - step
    return [lon + turn, lat]
  })
  const [west, south, east, north] = boundsOf(places)
  const aroundPole = Math.abs(turn) > 180
  if (!aroundPole && east - west < 360) {
    const whole = 360 * Math.floor((west + east + 360) / 720)
    return [west - whole, south, east - whole, north]
  }
  const holdsPole = (pole: number) => aroundPole && holds(bounds, forward(0, pole))
  return [-180, holdsPole(-90) ? -90 : south, 180, holdsPole(90) ? 90 : north]
}

/** The edge of the globe may lie on that of the bounds but for rounding. */
const ROUNDED = 1e-7

export function holds([west, south, east, north]: Bounds, [x, y]: Position): boolean {
  const [slackX, slackY] = [ROUNDED * (east - west), ROUNDED * (north - south)]
  return x >= west - slackX && x <= east + slackX && y >= south - slackY && y <= north + slackY
}

/**
 * The bounds in degrees of what a large part of the globe shows: of the points of its edges that lie on the globe, and of
 * places inside every `step` degrees, 180°, 180° west and the poles included.
 */
export function boundsOfPlaces(bounds: Bounds, { forward, inverse }: Projection, step: number): Bounds {
  const places = edgesOf(bounds, inverse).filter((at) => at.every(Number.isFinite))
  for (let lat = -90; lat <= 90; lat += step)
    for (let lon = -180; lon <= 180; lon += step)
      if (holds(bounds, forward(lon, lat))) places.push([lon, lat])
  return boundsOf(places)
}

/** Takes a millisecond; each page of a list has up to a hundred rasters. */
const EXTENT_STEP = 5

/**
 * Bounds across 180° continue beyond it. Null if the system is unknown, cannot be computed, or not everywhere in the
 * bounds, unless it is one of the whole globe.
 */
export function boundsInDegrees(system: ReferenceSystem, bounds: Bounds): Bounds | null {
  if (system.crs === 4326) return bounds
  const projection = system.crs === null && !system.crsDefinition ? null : findProjection(system)
  if (!projection) return null
  const edges =
    projection.turn === null ? boundsOfRing(bounds, projection) : boundsOfEdges(bounds, projection.inverse)
  const isDefined = edges.every(Number.isFinite)
  // Corners of a raster of the globe, or at its edge, may lie beyond the globe.
  const degrees = isDefined || !coversGlobe(system) ? edges : boundsOfPlaces(bounds, projection, EXTENT_STEP)
  return degrees.every(Number.isFinite) ? degrees : null
}
