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
 * Two corners in any order, clipped to the side of 180° on which their centre lies and rounded to about a hundred metres;
 * null if they span nothing.
 */
export function boxBetween(one: readonly [number, number], other: readonly [number, number]): Bounds | null {
  const sorted = (a: number, b: number, most: number) =>
    [Math.min(a, b), Math.max(a, b)].map(
      (value) => Math.round(Math.max(-most, Math.min(most, value)) * 1000) / 1000,
    )
  const centre = (one[0] + other[0]) / 2
  const turn = wrapLongitude(centre) - centre
  const [west, east] = sorted(one[0] + turn, other[0] + turn, 180)
  const [south, north] = sorted(one[1], other[1], 90)
  return west < east && south < north ? [west, south, east, north] : null
}

/** Whether `boxBetween` leaves out what lies beyond 180°. */
export function isCutAt180(one: readonly [number, number], other: readonly [number, number]): boolean {
  const half = Math.abs(other[0] - one[0]) / 2
  return half < 180 && Math.abs(wrapLongitude((one[0] + other[0]) / 2)) + half > 180
}
