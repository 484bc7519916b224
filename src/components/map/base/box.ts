import type { Feature, FeatureCollection } from 'geojson'
import { wrapLongitude } from './bounds-of.ts'
import type { Bounds } from './map-place.ts'

export const rectangle = (
  [west, south, east, north]: Bounds,
  properties: Record<string, string | number> = {},
): Feature => ({
  type: 'Feature',
  properties,
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  },
})

export const collectionOf = (features: Feature[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features,
})

/**
 * Two corners in any order, from −180° to 180° and rounded to about a hundred metres; across 180°, west is greater than
 * east. Null if they span nothing.
 */
export function boxBetween(one: readonly [number, number], other: readonly [number, number]): Bounds | null {
  const rounded = (degrees: number) => Math.round(degrees * 1000) / 1000
  const sorted = (a: number, b: number) => [rounded(Math.min(a, b)), rounded(Math.max(a, b))]
  const onMap = (latitude: number) => Math.max(-90, Math.min(90, latitude))
  const centre = (one[0] + other[0]) / 2
  const turn = wrapLongitude(centre) - centre
  const [west, east] = sorted(one[0] + turn, other[0] + turn)
  const [south, north] = sorted(onMap(one[1]), onMap(other[1]))
  if (west === east || south === north) return null
  if (east - west >= 360) return [-180, south, 180, north]
  return [west < -180 ? rounded(west + 360) : west, south, east > 180 ? rounded(east - 360) : east, north]
}
