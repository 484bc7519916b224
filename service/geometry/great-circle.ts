/** Mean radius of the Earth in kilometres (IUGG). */
export const EARTH_RADIUS_KM = 6371.0088

const RADIANS = Math.PI / 180

/** A degree of latitude on a sphere of that radius: `EARTH_RADIUS_KM` × π / 180. */
export const KM_PER_DEGREE = 111.19508

/**
 * Degrees of longitude and latitude from a point at `lat` to the edges of a box that contains all within `km` of it.
 */
export function reachInDegrees(lat: number, km: number): [number, number] {
  // Rounded down: the box is a little larger than the circle.
  const dy = km / Math.floor(KM_PER_DEGREE)
  return [dy / Math.max(0.01, Math.cos(lat * RADIANS)), dy]
}

/** Great-circle distance in kilometres between two points in degrees, by the haversine formula. */
export function greatCircleKm(lon1: number, lat1: number, lon2: number, lat2: number): number {
  const u = Math.sin(((lat2 - lat1) * RADIANS) / 2)
  const v = Math.sin(((lon2 - lon1) * RADIANS) / 2)
  const h = u * u + Math.cos(lat1 * RADIANS) * Math.cos(lat2 * RADIANS) * v * v
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}
