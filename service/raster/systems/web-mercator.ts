/** Radius of the sphere of EPSG:3857 in metres: WGS 84's semi-major axis. */
const RADIUS = 6378137

/** Half the side of the Web Mercator square in metres. */
export const MERCATOR_EDGE = Math.PI * RADIUS

/** The latitude where that square ends, rounded down. */
export const MERCATOR_LATITUDE = 85.0511

/** Degrees to EPSG:3857 metres: x = R·λ, y = R·ln tan(π/4 + φ/2). */
export function toMercator(lon: number, lat: number): [number, number] {
  const phi = (lat * Math.PI) / 180
  return [(RADIUS * lon * Math.PI) / 180, RADIUS * Math.log(Math.tan(Math.PI / 4 + phi / 2))]
}

/** EPSG:3857 metres to degrees [longitude, latitude]: λ = x/R, φ = 2·atan(exp(y/R)) − π/2. */
export function fromMercator(x: number, y: number): [number, number] {
  return [
    ((x / RADIUS) * 180) / Math.PI,
    ((2 * Math.atan(Math.exp(y / RADIUS)) - Math.PI / 2) * 180) / Math.PI,
  ]
}

/** West, south, east, north of an XYZ tile in EPSG:3857 metres; y counts from the north. */
export function tileBounds(z: number, x: number, y: number): [number, number, number, number] {
  const side = (2 * MERCATOR_EDGE) / 2 ** z
  const west = x * side - MERCATOR_EDGE
  const north = MERCATOR_EDGE - y * side
  return [west, north - side, west + side, north]
}
