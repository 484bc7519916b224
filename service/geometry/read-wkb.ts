import { GeometryError } from './geometry-finding.ts'
import { MAX_POSITIONS } from './polygons.ts'

/** Size of the envelope in bytes, by its indicator (GeoPackage 1.3, section 2.1.3, table 4). */
const ENVELOPE = [0, 32, 48, 48, 64]

/** Types of geometries (ISO 13249-3, table 15), by the form of their content. */
const [POINT, LINE, POLYGON, ARC, COMPOUND, CURVE_POLYGON, TRIANGLE] = [1, 2, 3, 8, 9, 10, 17]
/** Multi-points, -lines, -polygons, collections, multi-curves, multi-surfaces; surfaces in space. */
const COLLECTIONS = [4, 5, 6, 7, 11, 12]
const IN_SPACE = [15, 16, TRIANGLE]
const MAX_DEPTH = 10

interface Reader {
  view: DataView
  at: number
}

const damaged = () => new GeometryError('the geometry is damaged: it ends too early or has no known form.')
const arcs = () =>
  new GeometryError(
    'the geometry has arcs.',
    'Convert them to straight lines, e.g. ogr2ogr -nlt CONVERT_TO_LINEAR out.gpkg in.gpkg.',
    'arcs',
  )

/** A geometry of which only polygons matter: curves of straight lines are lines, and multi-surfaces are collections. */
type WkbGeometry =
  | { type: 'Point' | 'LineString'; coordinates: number[][] }
  | { type: 'Polygon'; coordinates: number[][][] }
  | { type: 'MultiPolygon'; coordinates: number[][][][] }
  | { type: 'GeometryCollection'; geometries: WkbGeometry[] }

/**
 * The geometry of a GeoPackage blob: header, envelope, well-known binary (ISO and extended type codes). Z and M values
 * are dropped; null for an empty geometry.
 * @throws GeometryError
 */
export function readGeoPackageGeometry(blob: Uint8Array): WkbGeometry | null {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength)
  if (blob.length < 8 || blob[0] !== 0x47 || blob[1] !== 0x50) throw damaged()
  const flags = blob[3]
  const envelope = ENVELOPE[(flags >> 1) & 7]
  if (envelope === undefined) throw damaged()
  if ((flags & 0x10) !== 0) return null
  try {
    return readGeometry({ view, at: 8 + envelope }, 0)
  } catch (error) {
    throw error instanceof RangeError ? damaged() : error
  }
}

function readHead(reader: Reader): { type: number; little: boolean; dimensions: number } {
  const little = reader.view.getUint8(reader.at) === 1
  let code = reader.view.getUint32(reader.at + 1, little)
  reader.at += 5
  let dimensions = 2 + Number((code & 0x8000_0000) !== 0) + Number((code & 0x4000_0000) !== 0)
  if ((code & 0x2000_0000) !== 0) reader.at += 4
  code &= 0x1fff_ffff
  // ISO 13249-3: the thousands digit says whether z and m follow.
  dimensions += [0, 1, 1, 2][Math.floor(code / 1000)] ?? 0
  return { type: code % 1000, little, dimensions }
}

function readGeometry(reader: Reader, depth: number): WkbGeometry {
  const { type, little, dimensions } = readHead(reader)
  if (type === POLYGON) return { type: 'Polygon', coordinates: readRings(reader, little, dimensions) }
  if (type === CURVE_POLYGON) return { type: 'Polygon', coordinates: readCurves(reader, little, depth) }
  if (type === LINE) return { type: 'LineString', coordinates: readPositions(reader, little, dimensions) }
  if (type === COMPOUND)
    return { type: 'LineString', coordinates: readCurves(reader, little, depth).flatMap(withoutFirst) }
  if (type === POINT) return { type: 'Point', coordinates: readPositions(reader, little, dimensions, 1) }
  if (type === ARC) throw arcs()
  if (IN_SPACE.includes(type))
    throw new GeometryError(
      'the geometry is a surface of triangles or facets, not a Polygon or MultiPolygon.',
      'Convert it, e.g. ogr2ogr -nlt MULTIPOLYGON out.gpkg in.gpkg.',
      'type',
    )
  if (!COLLECTIONS.includes(type) || depth === MAX_DEPTH) throw damaged()
  const geometries = readMembers(reader, little, depth)
  const polygons = geometries.filter((one) => one.type === 'Polygon')
  return polygons.length === geometries.length
    ? { type: 'MultiPolygon', coordinates: polygons.map(({ coordinates }) => coordinates) }
    : { type: 'GeometryCollection', geometries }
}

function readMembers(reader: Reader, little: boolean, depth: number): WkbGeometry[] {
  const count = readCount(reader, little, 5)
  return Array.from({ length: count }, () => readGeometry(reader, depth + 1))
}

/** Lines that are rings of a polygon, or pieces of one ring. */
function readCurves(reader: Reader, little: boolean, depth: number): number[][][] {
  if (depth === MAX_DEPTH) throw damaged()
  return readMembers(reader, little, depth).map((one) => {
    if (one.type !== 'LineString') throw damaged()
    return one.coordinates
  })
}

/** A piece begins where the one before it ends. */
const withoutFirst = (piece: number[][], i: number) => (i === 0 ? piece : piece.slice(1))

/** Checks a count against the rest of the blob before anything is allocated for it. */
function readCount(reader: Reader, little: boolean, leastBytes: number): number {
  const count = reader.view.getUint32(reader.at, little)
  reader.at += 4
  if (count > MAX_POSITIONS || count * leastBytes > reader.view.byteLength - reader.at) throw damaged()
  return count
}

function readRings(reader: Reader, little: boolean, dimensions: number): number[][][] {
  const count = readCount(reader, little, 4)
  return Array.from({ length: count }, () => readPositions(reader, little, dimensions))
}

function readPositions(reader: Reader, little: boolean, dimensions: number, points?: number): number[][] {
  const length = points ?? readCount(reader, little, 8 * dimensions)
  const positions: number[][] = []
  for (let i = 0; i < length; i++, reader.at += 8 * dimensions)
    positions.push([reader.view.getFloat64(reader.at, little), reader.view.getFloat64(reader.at + 8, little)])
  return positions
}
