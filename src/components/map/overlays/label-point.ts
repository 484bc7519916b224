import type { Feature, Point, Polygon, MultiPolygon, Position } from 'geojson'

/**
 * A point inside an area, near its middle, for its name: the middle of the widest stretch of the largest polygon at the
 * latitude of its centroid.
 */
export function labelPoint({ type, coordinates }: Polygon | MultiPolygon): Position | null {
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as Position[][][]
  const [largest] = polygons.toSorted((one, other) => Math.abs(areaOf(other[0])) - Math.abs(areaOf(one[0])))
  if (!largest?.[0] || areaOf(largest[0]) === 0) return null
  const latitude = centroidLatitude(largest[0])
  const crossings = largest
    .flatMap((ring) => crossingsOf(ring, latitude))
    .toSorted((west, east) => west - east)
  let best: [number, number] | null = null
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    const stretch: [number, number] = [crossings[i], crossings[i + 1]]
    if (!best || stretch[1] - stretch[0] > best[1] - best[0]) best = stretch
  }
  return best && [(best[0] + best[1]) / 2, latitude]
}

/** Twice the signed area of a ring, in degrees². */
function areaOf(ring: readonly Position[] = []): number {
  let sum = 0
  for (let i = 0; i + 1 < ring.length; i++) sum += ring[i][0] * ring[i + 1][1] - ring[i + 1][0] * ring[i][1]
  return sum
}

function centroidLatitude(ring: readonly Position[]): number {
  let sum = 0
  for (let i = 0; i + 1 < ring.length; i++) {
    const [[x0, y0], [x1, y1]] = [ring[i], ring[i + 1]]
    sum += (y0 + y1) * (x0 * y1 - x1 * y0)
  }
  return sum / (3 * areaOf(ring))
}

/** Longitudes at which a ring crosses a latitude. */
function crossingsOf(ring: readonly Position[], latitude: number): number[] {
  const crossings: number[] = []
  for (let i = 0; i + 1 < ring.length; i++) {
    const [[x0, y0], [x1, y1]] = [ring[i], ring[i + 1]]
    if (y0 < latitude !== y1 < latitude) crossings.push(x0 + ((latitude - y0) / (y1 - y0)) * (x1 - x0))
  }
  return crossings
}

/** The names of areas as points. */
export const labelPoints = (areas: readonly Feature[]): Feature<Point, { name: string }>[] =>
  areas.flatMap(({ geometry, properties }) => {
    if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return []
    const coordinates = labelPoint(geometry)
    return coordinates
      ? [
          {
            type: 'Feature',
            properties: { name: String(properties?.['name'] ?? '') },
            geometry: { type: 'Point', coordinates },
          },
        ]
      : []
  })
