import type { Feature, FeatureCollection } from 'geojson'
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

/** The smallest box around all of them; null if there are none. */
export function unionOf(boxes: readonly Bounds[]): Bounds | null {
  if (boxes.length === 0) return null
  return boxes.reduce(([w, s, e, n], [west, south, east, north]) => [
    Math.min(w, west),
    Math.min(s, south),
    Math.max(e, east),
    Math.max(n, north),
  ])
}

/** Two corners in any order, clipped to the map and rounded to about a hundred metres; null if they span nothing. */
export function boxBetween(one: readonly [number, number], other: readonly [number, number]): Bounds | null {
  const sorted = (a: number, b: number, most: number) =>
    [Math.min(a, b), Math.max(a, b)].map(
      (value) => Math.round(Math.max(-most, Math.min(most, value)) * 1000) / 1000,
    )
  const [west, east] = sorted(one[0], other[0], 180)
  const [south, north] = sorted(one[1], other[1], 90)
  return west < east && south < north ? [west, south, east, north] : null
}
