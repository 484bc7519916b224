import type { MultiPolygon, Polygon, Position } from 'geojson'
import { EARTH_RADIUS_KM } from './great-circle.ts'

export type Area = Polygon | MultiPolygon

/** All rings of an area; the even-odd rule handles holes, and islands in holes. */
export function ringsOf(area: Area): Position[][] {
  return area.type === 'Polygon' ? area.coordinates : area.coordinates.flat()
}

/** Whether the area contains the point (even-odd rule; west and south edges are inside). */
export function inPolygon(area: Area, lon: number, lat: number): boolean {
  let inside = false
  for (const ring of ringsOf(area)) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      if (isWestOf(ring[i], ring[j], lon, lat)) inside = !inside
    }
  }
  return inside
}

/** Whether a ray from the point to the east crosses the edge. */
export function isWestOf([x1, y1]: Position, [x2, y2]: Position, lon: number, lat: number): boolean {
  return y1 > lat !== y2 > lat && lon < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1
}

/**
 * Kilometres from a point to the area's nearest edge, 0 inside. Computed on the local plane around the point (x =
 * Δlon·cos lat, y = Δlat): within 1 % up to about 200 km, too coarse beyond 1,000 km or across ±180°.
 */
export function distanceToPolygonKm(area: Area, lon: number, lat: number): number {
  return inPolygon(area, lon, lat) ? 0 : distanceToEdgeKm(area, lon, lat)
}

/** Distance to the nearest edge in km, also for points inside. */
export function distanceToEdgeKm(area: Area, lon: number, lat: number): number {
  const scale = Math.cos((lat * Math.PI) / 180)
  let best = Number.POSITIVE_INFINITY
  for (const ring of ringsOf(area)) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      best = Math.min(best, squaredDegrees(ring[j], ring[i], lon, lat, scale))
    }
  }
  return kmOfSquaredDegrees(best)
}

/** Squared distance to an edge on the plane whose longitudes are scaled by `scale`. */
export function squaredDegrees(
  from: Position,
  to: Position,
  lon: number,
  lat: number,
  scale: number,
): number {
  const ax = (from[0] - lon) * scale
  const ay = from[1] - lat
  const dx = (to[0] - lon) * scale - ax
  const dy = to[1] - lat - ay
  const length = dx * dx + dy * dy
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / length))
  const x = ax + t * dx
  const y = ay + t * dy
  return x * x + y * y
}

/** Kilometres for a squared distance in degrees of the local plane, as `squaredDegrees` gives it. */
export const kmOfSquaredDegrees = (squared: number) => (Math.sqrt(squared) * Math.PI * EARTH_RADIUS_KM) / 180

/** [west, south, east, north] of an area. */
export function areaBounds(area: Area): [number, number, number, number] {
  const bounds: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const ring of ringsOf(area)) {
    for (const [x, y] of ring) {
      bounds[0] = Math.min(bounds[0], x)
      bounds[1] = Math.min(bounds[1], y)
      bounds[2] = Math.max(bounds[2], x)
      bounds[3] = Math.max(bounds[3], y)
    }
  }
  return bounds
}
