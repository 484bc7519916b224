import { inflateSync } from 'node:zlib'

/** Distinct colours of an 8-bit RGB(A) PNG without interlacing, as browsers write their screenshots. */
export function countColours(png: Buffer): number {
  const width = png.readUInt32BE(16)
  const channels = png[25] === 6 ? 4 : 3
  const parts: Buffer[] = []
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  const raw = inflateSync(Buffer.concat(parts))
  const stride = width * channels
  const colours = new Set<number>()
  let above = new Uint8Array(stride)
  for (let at = 0; at < raw.length; at += stride + 1) {
    const row = new Uint8Array(raw.subarray(at + 1, at + 1 + stride))
    unfilter(raw[at], row, above, channels)
    for (let i = 0; i < stride; i += channels) colours.add((row[i] << 16) | (row[i + 1] << 8) | row[i + 2])
    above = row
  }
  return colours.size
}

/** PNG specification, section 9.2. */
function unfilter(kind: number, row: Uint8Array, above: Uint8Array, channels: number): void {
  for (let i = 0; i < row.length; i++) {
    const left = i < channels ? 0 : row[i - channels]
    const up = above[i]
    const corner = i < channels ? 0 : above[i - channels]
    if (kind === 1) row[i] += left
    else if (kind === 2) row[i] += up
    else if (kind === 3) row[i] += (left + up) >> 1
    else if (kind === 4) row[i] += paeth(left, up, corner)
  }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}
