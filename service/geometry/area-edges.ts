import Flatbush from 'flatbush'
import type { Position } from 'geojson'
import { type Area, isWestOf, kmOfSquaredDegrees, ringsOf, squaredDegrees } from './point-in-polygon.ts'

/** An area's edges in an R-tree: point-in-polygon answers for many points, each computed from nearby edges only. */
export interface AreaEdges {
  contains(lon: number, lat: number): boolean
  /** Kilometres to the nearest edge within `dx` and `dy` degrees; infinite if there is none. */
  distanceKm(lon: number, lat: number, dx: number, dy: number): number
}

/** Tolerance in degrees: rounding can place a crossing east of both ends of an edge. */
const ROUNDING = 1e-9

/** Indexes an area in degrees; distances as in `distanceToEdgeKm`. Throws an Error if the area has no edges. */
export function indexArea(area: Area): AreaEdges {
  const edges: (readonly [Position, Position])[] = []
  for (const ring of ringsOf(area)) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) edges.push([ring[j], ring[i]])
  }
  const index = new Flatbush(edges.length)
  for (const [[x1, y1], [x2, y2]] of edges) {
    index.add(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2))
  }
  index.finish()
  return {
    contains(lon, lat) {
      let inside = false
      index.search(lon - ROUNDING, lat, Infinity, lat, (edge) => {
        const [from, to] = edges[edge]
        if (isWestOf(to, from, lon, lat)) inside = !inside
        return false
      })
      return inside
    },
    distanceKm(lon, lat, dx, dy) {
      const scale = Math.cos((lat * Math.PI) / 180)
      let best = Infinity
      index.search(lon - dx, lat - dy, lon + dx, lat + dy, (edge) => {
        const [from, to] = edges[edge]
        best = Math.min(best, squaredDegrees(from, to, lon, lat, scale))
        return false
      })
      return kmOfSquaredDegrees(best)
    },
  }
}
