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
  const height = header.readUInt32BE(4)
  const rows = inflateSync(chunks.get('IDAT')!)
  const indices = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (width + 1)]
    // None, or up.
    if (filter !== 0 && filter !== 2) throw new Error(`filter ${filter}`)
    for (let x = 0; x < width; x++)
      indices[y * width + x] =
        rows[y * (width + 1) + 1 + x] + (filter === 2 && y > 0 ? indices[(y - 1) * width + x] : 0)
  }
  const palette = chunks.get('PLTE')!
  const index = (x: number, y: number) => indices[y * width + x]
  return {
    width,
    height,
    index,
    at: (x: number, y: number) => [
      ...palette.subarray(index(x, y) * 3, index(x, y) * 3 + 3),
      index(x, y) === 0 ? 0 : 255,
    ],
    drawn: indices.filter((index) => index !== 0).length,
  }
}
