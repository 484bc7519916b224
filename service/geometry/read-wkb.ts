import { MAX_POSITIONS, type PlaceGeometry } from './polygons.ts'

/** Size of the envelope in bytes, by its indicator (GeoPackage 1.3, section 2.1.3, table 4). */
const ENVELOPE = [0, 32, 48, 48, 64]
const [POLYGON, MULTI_POLYGON] = [3, 6]

interface Reader {
  view: DataView
  at: number
}

const damaged = () => new Error('the geometry is damaged: it ends too early or has no known form.')

/**
 * A polygon or multi-polygon from a GeoPackage blob: header, envelope, well-known binary (ISO and extended type codes).
 * Z and M values are dropped; null for an empty geometry.
 * @throws Error with a sentence that follows 'feature n:'
 */
export function readGeoPackageGeometry(blob: Uint8Array): PlaceGeometry | null {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength)
  if (blob.length < 8 || blob[0] !== 0x47 || blob[1] !== 0x50) throw damaged()
  const flags = blob[3]
  const envelope = ENVELOPE[(flags >> 1) & 7]
  if (envelope === undefined) throw damaged()
  if ((flags & 0x10) !== 0) return null
  try {
    return readGeometry({ view, at: 8 + envelope })
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

function readGeometry(reader: Reader): PlaceGeometry {
  const { type, little, dimensions } = readHead(reader)
  if (type === POLYGON) return { type: 'Polygon', coordinates: readRings(reader, little, dimensions) }
  if (type !== MULTI_POLYGON) throw new Error('the geometry is not a Polygon or MultiPolygon.')
  const count = readCount(reader, little, 9)
  const coordinates: number[][][][] = []
  for (let i = 0; i < count; i++) {
    const part = readHead(reader)
    if (part.type !== POLYGON) throw damaged()
    coordinates.push(readRings(reader, part.little, part.dimensions))
  }
  return { type: 'MultiPolygon', coordinates }
}

/** Checks a count against the rest of the blob before anything is allocated for it. */
function readCount(reader: Reader, little: boolean, leastBytes: number): number {
  const count = reader.view.getUint32(reader.at, little)
  reader.at += 4
  if (count > MAX_POSITIONS || count * leastBytes > reader.view.byteLength - reader.at) throw damaged()
  return count
}

function readRings(reader: Reader, little: boolean, dimensions: number): number[][][] {
  const rings: number[][][] = []
  const count = readCount(reader, little, 4)
  for (let i = 0; i < count; i++) {
    const positions: number[][] = []
    const length = readCount(reader, little, 8 * dimensions)
    for (let j = 0; j < length; j++, reader.at += 8 * dimensions)
      positions.push([
        reader.view.getFloat64(reader.at, little),
        reader.view.getFloat64(reader.at + 8, little),
      ])
    rings.push(positions)
  }
  return rings
}
