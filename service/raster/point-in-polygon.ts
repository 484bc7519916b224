import type { MultiPolygon, Polygon, Position } from 'geojson'
import { EARTH_RADIUS_KM } from './great-circle.ts'

export type Area = Polygon | MultiPolygon

/** All rings of an area; the even-odd rule over them respects holes and islands in holes. */
export function ringsOf(area: Area): Position[][] {
  return area.type === 'Polygon' ? area.coordinates : area.coordinates.flat()
}

/** Whether the area holds the point (even-odd rule; west and south edges belong to it). */
export function inPolygon(area: Area, lon: number, lat: number): boolean {
  let inside = false
  for (const ring of ringsOf(area)) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [x1, y1] = ring[i]
      const [x2, y2] = ring[j]
      if (y1 > lat !== y2 > lat && lon < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) inside = !inside
    }
  }
  return inside
}

/**
 * Kilometres from a point to the nearest edge of the area, 0 inside. On the local plane around the point
 * (x = Δlon·cos lat, y = Δlat): within 1 % up to some 200 km, too coarse beyond 1,000 km or across ±180°.
 */
export function distanceToPolygonKm(area: Area, lon: number, lat: number): number {
  return inPolygon(area, lon, lat) ? 0 : distanceToEdgeKm(area, lon, lat)
}

/** The same distance for points inside too. */
export function distanceToEdgeKm(area: Area, lon: number, lat: number): number {
  const scale = Math.cos((lat * Math.PI) / 180)
  let best = Number.POSITIVE_INFINITY
  for (const ring of ringsOf(area)) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const ax = (ring[j][0] - lon) * scale
      const ay = ring[j][1] - lat
      const dx = (ring[i][0] - lon) * scale - ax
      const dy = ring[i][1] - lat - ay
      const length = dx * dx + dy * dy
      const t = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / length))
      const x = ax + t * dx
      const y = ay + t * dy
      best = Math.min(best, x * x + y * y)
    }
  }
  return (Math.sqrt(best) * Math.PI * EARTH_RADIUS_KM) / 180
}

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
