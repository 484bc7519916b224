import type { Bounds } from './map-place.ts'

/** The inhabited latitudes, without the poles. */
const WORLD: Bounds = [-170, -56, 178, 74]

/** An angle in degrees as one from −180° to 180°, which both stay as they are. */
export const wrapLongitude = (degrees: number): number =>
  Math.abs(degrees) <= 180 ? degrees : degrees - 360 * Math.round(degrees / 360)

/**
 * The narrowest bounds around others, of which those with west above east lie on both sides of 180° (RFC 7946). Across
 * 180°, as the map expects, east is above 180 or west is below −180; the centre is on the map. The world if there are none.
 */
export function unionOf(all: readonly Bounds[]): Bounds {
  const spans = all
    .map(([west, , east]) => ({
      west: wrapLongitude(west),
      width: west > east ? east - west + 360 : east - west,
    }))
    .toSorted((a, b) => a.west - b.west)
  const [first] = spans
  if (!first) return WORLD
  // Bounds that begin west of 180° may end, one turn earlier, east of where the first begin.
  let reached = spans.reduce((most, { west, width }) => Math.max(most, west + width - 360), -Infinity)
  let best = { gap: 0, west: -180, east: 180 }
  for (const [at, span] of spans.entries()) {
    reached = Math.max(reached, span.west + span.width)
    const next = spans[at + 1]
    const gap = (next?.west ?? first.west + 360) - reached
    if (gap > best.gap) best = { gap, west: next?.west ?? first.west, east: next ? reached + 360 : reached }
  }
  const centre = (best.west + best.east) / 2
  const turn = centre < 180 ? 0 : 360
  const south = all.reduce((least, one) => Math.min(least, one[1]), Infinity)
  const north = all.reduce((most, one) => Math.max(most, one[3]), -Infinity)
  return [best.west - turn, south, best.east - turn, north]
}

/** Bounds the short way, as `unionOf`. */
export const shortWay = (bounds: Bounds): Bounds => unionOf([bounds])

export const crosses180 = ([west, , east]: Bounds): boolean => west < -180 || east > 180

/** Clearly higher than wide on the map; a degree of longitude is shorter away from the equator. */
export function isPortrait(bounds: Bounds): boolean {
  const [west, south, east, north] = shortWay(bounds)
  const width = (east - west) * Math.cos((((south + north) / 2) * Math.PI) / 180)
  return north - south > 1.2 * width
}

/** Whether two bounds share an area. */
export function overlap(one: Bounds, other: Bounds): boolean {
  const [a, b] = [shortWay(one), shortWay(other)]
  const columns = [-360, 0, 360].some((turn) => a[0] + turn < b[2] && b[0] < a[2] + turn)
  return columns && a[1] < b[3] && b[1] < a[3]
}

/** Bounds of points as longitude and latitude, with a margin around a single one. */
export function boundsOfPoints(points: readonly (readonly [number, number])[]): Bounds {
  if (points.length === 0) return WORLD
  const [west, south, east, north] = unionOf(points.map(([x, y]) => [x, y, x, y]))
  const air = 0.1
  return [west - air, south - air, east + air, north + air]
}
