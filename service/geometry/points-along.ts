import { greatCircleKm } from './great-circle.ts'
import { wrapLongitude } from './wrap-longitude.ts'

interface LinePoints {
  longitude: Float64Array
  latitude: Float64Array
  /** Distance from the first vertex, along the line. */
  km: Float64Array
}

/**
 * `count` points at equal distances from the first vertex to the last. Between vertices, in degrees, the line is straight
 * in longitude and latitude, across 180° if that is shorter; a stretch's length is that of the great circle between its
 * ends.
 */
export function pointsAlong(
  vertices: readonly (readonly [lon: number, lat: number])[],
  count: number,
): LinePoints {
  const ends = [0]
  for (let i = 1; i < vertices.length; i++)
    ends.push(ends[i - 1] + greatCircleKm(...vertices[i - 1], ...vertices[i]))
  const total = ends[ends.length - 1]
  const points: LinePoints = {
    longitude: new Float64Array(count),
    latitude: new Float64Array(count),
    km: new Float64Array(count),
  }
  for (let i = 0, stretch = 1; i < count; i++) {
    const km = (total * i) / (count - 1)
    while (stretch < vertices.length - 1 && km > ends[stretch]) stretch++
    const [from, to] = [vertices[stretch - 1], vertices[stretch]]
    const length = ends[stretch] - ends[stretch - 1]
    const share = length > 0 ? Math.min(1, (km - ends[stretch - 1]) / length) : 0
    points.longitude[i] = wrapLongitude(from[0] + share * wrapLongitude(to[0] - from[0]))
    points.latitude[i] = from[1] + share * (to[1] - from[1])
    points.km[i] = km
  }
  return points
}
