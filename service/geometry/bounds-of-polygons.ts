import type { Position } from 'geojson'

/** West, south, east, north in degrees. Across the antimeridian, west is greater than east (RFC 7946, section 5.2). */
export type Bounds = [number, number, number, number]

/** West in [-180, 180), and the extent eastward from there. */
interface Span {
  west: number
  width: number
}

const normal = (lon: number) => ((((lon + 180) % 360) + 360) % 360) - 180

/** A ring's longitudes; a step of more than half the globe crosses the antimeridian. */
function spanOf(ring: readonly Position[]): Span {
  let [at, west, east] = [ring[0][0], ring[0][0], ring[0][0]]
  for (const [lon] of ring) {
    at += normal(lon - at)
    west = Math.min(west, at)
    east = Math.max(east, at)
  }
  return { west: normal(west), width: Math.min(360, east - west) }
}

/** The narrowest bounds around polygons: they exclude the widest gap between the polygons' spans of longitude. */
export function boundsOfPolygons(polygons: readonly (readonly Position[][])[]): Bounds {
  const latitudes = polygons.flatMap(([outer]) => outer.map(([, lat]) => lat))
  const spans = polygons.map(([outer]) => spanOf(outer)).toSorted((a, b) => a.west - b.west)
  // A span across the antimeridian also covers longitudes at the start.
  let reached = spans.reduce((most, { west, width }) => Math.max(most, west + width - 360), -Infinity)
  let best = { gap: 0, west: -180, east: 180 }
  for (const [i, span] of spans.entries()) {
    reached = Math.max(reached, span.west + span.width)
    const next = spans[i + 1] ?? { west: spans[0].west + 360 }
    const gap = next.west - reached
    if (gap > best.gap + 1e-6) best = { gap, west: spans[(i + 1) % spans.length].west, east: reached }
  }
  // 180 stays 180: the eastern bound of a country that only touches the antimeridian.
  const east = best.east > 180 ? best.east - 360 : best.east
  return [
    best.west,
    latitudes.reduce((a, b) => Math.min(a, b)),
    east,
    latitudes.reduce((a, b) => Math.max(a, b)),
  ]
}
