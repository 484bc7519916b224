import type { Bounds } from './map-place.ts'

/** The inhabited latitudes, without the poles. */
const WORLD: Bounds = [-170, -56, 178, 74]

/** The smallest bounds around others. Bounds that cross the antimeridian, or none at all, give the world. */
export function unionOf(all: readonly Bounds[]): Bounds {
  if (all.length === 0 || all.some(([west, , east]) => west > east)) return WORLD
  return [
    Math.min(...all.map((one) => one[0])),
    Math.min(...all.map((one) => one[1])),
    Math.max(...all.map((one) => one[2])),
    Math.max(...all.map((one) => one[3])),
  ]
}

/** Whether two bounds share an area. Those that cross the antimeridian are taken to reach every longitude. */
export function overlap(one: Bounds, other: Bounds): boolean {
  const crosses = one[0] > one[2] || other[0] > other[2]
  const columns = crosses || (one[0] < other[2] && other[0] < one[2])
  return columns && one[1] < other[3] && other[1] < one[3]
}

/** Bounds of points as longitude and latitude, with a margin around a single one. */
export function boundsOfPoints(points: readonly (readonly [number, number])[]): Bounds {
  if (points.length === 0) return WORLD
  let [west, south, east, north] = [180, 90, -180, -90]
  for (const [longitude, latitude] of points) {
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
  }
  const air = 0.1
  return [west - air, south - air, east + air, north + air]
}
