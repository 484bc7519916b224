export type Ring = number[][]

export const square = (west: number, south: number, size = 1): Ring => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
]

export const polygon = (...rings: Ring[]) => ({ type: 'Polygon', coordinates: rings })

export const feature = (properties: Record<string, unknown>, geometry: unknown) => ({
  type: 'Feature',
  properties,
  geometry,
})

export const collection = (...features: unknown[]) =>
  Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }))

/** A circle of many positions, for outlines that are not small. */
export const circle = (lon: number, lat: number, radius: number, positions: number): Ring => {
  const ring = Array.from({ length: positions }, (_, i) => {
    const angle = (2 * Math.PI * i) / positions
    return [lon + radius * Math.cos(angle), lat + radius * Math.sin(angle)]
  })
  return [...ring, ring[0]]
}
