import { type PlaceGeometry, polygonsOf } from './polygons.ts'

const [POLYGON, MULTI_POLYGON] = [3, 6]
const HEAD_BYTES = 9

/** An outline as a MultiPolygon in little-endian well-known binary (OGC 06-103r4, section 8.2). */
export function wkbOf(geometry: PlaceGeometry): Uint8Array<ArrayBuffer> {
  const polygons = polygonsOf(geometry)
  const ringBytes = (ring: number[][]) => 4 + 16 * ring.length
  const bytes = polygons
    .flat()
    .reduce((sum, ring) => sum + ringBytes(ring), HEAD_BYTES * (1 + polygons.length))
  const view = new DataView(new ArrayBuffer(bytes))
  let at = 0
  const count = (value: number) => {
    view.setUint32(at, value, true)
    at += 4
  }
  const head = (type: number, parts: number) => {
    view.setUint8(at++, 1)
    count(type)
    count(parts)
  }
  head(MULTI_POLYGON, polygons.length)
  for (const rings of polygons) {
    head(POLYGON, rings.length)
    for (const ring of rings) {
      count(ring.length)
      for (const [x, y] of ring) {
        view.setFloat64(at, x, true)
        view.setFloat64(at + 8, y, true)
        at += 16
      }
    }
  }
  return new Uint8Array(view.buffer)
}

/** An outline as a MultiPolygon in well-known text (OGC 06-103r4, section 7.2). */
export const wktOf = (geometry: PlaceGeometry): string =>
  `MULTIPOLYGON (${polygonsOf(geometry)
    .map(
      (rings) => `(${rings.map((ring) => `(${ring.map(([x, y]) => `${x} ${y}`).join(', ')})`).join(', ')})`,
    )
    .join(', ')})`
