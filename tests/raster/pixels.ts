import { inflateSync } from 'node:zlib'

/** Pixels of an indexed PNG as [r, g, b, a]. */
export function pixelsOf(png: Buffer) {
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at)
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  const header = chunks.get('IHDR')!
  const width = header.readUInt32BE(0)
  const rows = inflateSync(chunks.get('IDAT')!)
  const palette = chunks.get('PLTE')!
  const index = (x: number, y: number) => rows[y * (width + 1) + 1 + x]
  return {
    width,
    height: header.readUInt32BE(4),
    index,
    at: (x: number, y: number) => [
      ...palette.subarray(index(x, y) * 3, index(x, y) * 3 + 3),
      index(x, y) === 0 ? 0 : 255,
    ],
    drawn: rows.length - rows.filter((byte) => byte === 0).length,
  }
}
