import Flatbush from 'flatbush'
import type { PlaceGeometry } from './outline-types.ts'

/** A sentence about what is wrong with a geometry, and how to mend it. */
export interface Fault {
  message: string
  help?: string
}

const REPAIR = 'Repair it, e.g. with Fix geometries in QGIS, ST_MakeValid in PostGIS or st_make_valid in R.'
/** In degrees, a tenth of a millimetre: a vertex that lies on an edge touches, it does not cross. */
const TOUCHES = 1e-9

class FaultFound extends Error {
  readonly fault: Fault
  constructor(message: string, help?: string) {
    super(message)
    this.fault = { message, help }
  }
}

/** The geometry with its first two coordinates, or the first fault of it. */
export function judgeGeometry(given: unknown): { geometry: PlaceGeometry } | { fault: Fault } {
  try {
    return { geometry: geometryOf(given) }
  } catch (error) {
    if (error instanceof FaultFound) return { fault: error.fault }
    throw error
  }
}

function geometryOf(given: unknown): PlaceGeometry {
  const { type, coordinates, unreadable } = (given ?? {}) as {
    type?: unknown
    coordinates?: unknown
    unreadable?: string
  }
  if (unreadable !== undefined) throw new FaultFound(unreadable)
  if (type === 'Polygon') return { type, coordinates: polygonOf(coordinates) }
  if (type === 'MultiPolygon' && Array.isArray(coordinates) && coordinates.length > 0)
    return { type, coordinates: coordinates.map((polygon) => polygonOf(polygon)) }
  throw new FaultFound('the geometry is not a Polygon or MultiPolygon.')
}

function polygonOf(rings: unknown): number[][][] {
  if (!Array.isArray(rings) || rings.length === 0) throw new FaultFound('a polygon has no ring.')
  return rings.map((ring: unknown) => {
    if (!Array.isArray(ring) || ring.length < 4)
      throw new FaultFound('a ring has fewer than four positions.', REPAIR)
    const positions = ring.map((position: unknown) => positionOf(position))
    const [first, last] = [positions[0], positions[positions.length - 1]]
    if (first[0] !== last[0] || first[1] !== last[1])
      throw new FaultFound('a ring is not closed; its last position must equal its first.', REPAIR)
    judgeRing(positions)
    return positions
  })
}

function positionOf(position: unknown): [number, number] {
  if (!Array.isArray(position)) throw new FaultFound('a position is not a list of numbers.')
  const [lon, lat] = position as unknown[]
  if (typeof lon !== 'number' || typeof lat !== 'number' || !Number.isFinite(lon) || !Number.isFinite(lat))
    throw new FaultFound('a position is not a pair of numbers.')
  if (Math.abs(lon) > 180 || Math.abs(lat) > 90)
    throw new FaultFound(
      `the position ${lon}, ${lat} is not in degrees; write GeoJSON in longitude and latitude (EPSG:4326).`,
    )
  return [lon, lat]
}

function judgeRing(ring: readonly [number, number][]): void {
  let area = 0
  for (let i = 1; i < ring.length; i++) {
    const [[x1, y1], [x2, y2]] = [ring[i - 1], ring[i]]
    if (Math.abs(x2 - x1) > 180)
      throw new FaultFound(
        `a ring crosses the antimeridian near latitude ${y1}.`,
        'Split it at 180 degrees (RFC 7946, section 3.1.9), e.g. with ogr2ogr -wrapdateline.',
      )
    area += (x2 - ring[0][0] + x1 - ring[0][0]) * (y2 - y1)
  }
  const crossing = findCrossing(ring)
  if (crossing)
    throw new FaultFound(
      `an outline crosses itself near ${crossing[0].toFixed(5)}, ${crossing[1].toFixed(5)}.`,
      REPAIR,
    )
  if (Math.abs(area) < 1e-12) throw new FaultFound('a ring has no area.', 'Remove it, or draw it anew.')
}

/**
 * The first place where two edges of a closed ring properly cross; null when none do. Touching, also along an edge, is no
 * crossing. Edges are found by a packed Hilbert R-tree (Vorobyov's flatbush): O(n log n) for outlines of the real world.
 */
export function findCrossing(ring: readonly (readonly [number, number])[]): [number, number] | null {
  const edges = ring.length - 1
  const index = new Flatbush(edges)
  for (let i = 0; i < edges; i++) {
    const [[x1, y1], [x2, y2]] = [ring[i], ring[i + 1]]
    index.add(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2))
  }
  index.finish()
  let found: [number, number] | null = null
  for (let i = 0; i < edges && found === null; i++) {
    const [[x1, y1], [x2, y2]] = [ring[i], ring[i + 1]]
    index.search(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2), (j) => {
      if (found === null && j > i + 1 && !(i === 0 && j === edges - 1))
        found = crossingOf(ring[i], ring[i + 1], ring[j], ring[j + 1])
      return false
    })
  }
  return found
}

type Point = readonly [number, number]

/** Distance of p from the line a–b, signed by its side. */
function sideOf(a: Point, b: Point, p: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  return (dx * (p[1] - a[1]) - dy * (p[0] - a[0])) / Math.hypot(dx, dy)
}

function crossingOf(a: Point, b: Point, c: Point, d: Point): [number, number] | null {
  const [sa, sb, sc, sd] = [sideOf(c, d, a), sideOf(c, d, b), sideOf(a, b, c), sideOf(a, b, d)]
  // NaN of an edge without length fails the test too.
  if (!(Math.min(Math.abs(sa), Math.abs(sb), Math.abs(sc), Math.abs(sd)) > TOUCHES)) return null
  if (sa > 0 === sb > 0 || sc > 0 === sd > 0) return null
  const t = sa / (sa - sb)
  return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]
}
