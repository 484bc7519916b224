import { areaBounds, type Area } from './point-in-polygon.ts'
import { type AreaEdges, indexArea } from './area-edges.ts'
import { reachInDegrees } from './great-circle.ts'

/** A country as the union of its areas (one outline, or its admin units). */
export interface CountryArea {
  areas: readonly Area[]
  /** West, south, east, north. */
  bounds: [number, number, number, number]
  contains(lon: number, lat: number): boolean
  /** Kilometres to the nearest outline, 0 inside; null if certainly farther than `withinKm`. */
  distanceKm(lon: number, lat: number, withinKm?: number): number | null
}

/** Areas in degrees, each indexed when it is first needed; distances as in `distanceToPolygonKm`. */
export function countryArea(areas: readonly Area[]): CountryArea {
  const indexes: AreaEdges[] = []
  const boxes = areas.map((area, i) => ({
    box: areaBounds(area),
    edges: () => (indexes[i] ??= indexArea(area)),
  }))
  const near = (box: readonly number[], lon: number, lat: number, dx: number, dy: number) =>
    lon >= box[0] - dx && lon <= box[2] + dx && lat >= box[1] - dy && lat <= box[3] + dy
  const contains = (lon: number, lat: number) =>
    boxes.some(({ box, edges }) => near(box, lon, lat, 0, 0) && edges().contains(lon, lat))
  return {
    areas,
    bounds: boxes.reduce<[number, number, number, number]>(
      (all, { box }) => [
        Math.min(all[0], box[0]),
        Math.min(all[1], box[1]),
        Math.max(all[2], box[2]),
        Math.max(all[3], box[3]),
      ],
      [Infinity, Infinity, -Infinity, -Infinity],
    ),
    contains,
    distanceKm(lon, lat, withinKm = Infinity) {
      if (contains(lon, lat)) return 0
      const [dx, dy] = reachInDegrees(lat, withinKm)
      let best = Infinity
      for (const { box, edges } of boxes) {
        if (near(box, lon, lat, dx, dy)) best = Math.min(best, edges().distanceKm(lon, lat, dx, dy))
      }
      return best <= withinKm && best < Infinity ? best : null
    },
  }
}
