import { RasterError } from './raster-error.ts'

/** TIFF 6 LZW (most significant bit first, early change of width). Writes at most `size` bytes. */
export function decodeLzw(src: Uint8Array, size: number): Uint8Array {
  if (src.length > 1 && src[0] === 0 && (src[1] & 1) === 1) {
    throw new RasterError(
      'The raster uses the pre-1992 LZW encoding; write it again (gdal_translate -co COMPRESS=DEFLATE).',
    )
  }
  const out = new Uint8Array(size)
  const prefix = new Uint16Array(4096)
  const suffix = new Uint8Array(4096)
  const lengths = new Uint16Array(4096).fill(1, 0, 256)
  for (let i = 0; i < 256; i++) suffix[i] = i
  let pos = 0
  let next = 258
  let bits = 9
  let previous = -1
  let held = 0
  let holding = 0
  let at = 0
  while (pos < size) {
    while (holding < bits) {
      if (at >= src.length) return out.subarray(0, pos)
      held = (held << 8) | src[at++]
      holding += 8
    }
    holding -= bits
    const code = held >>> holding
    held &= (1 << holding) - 1
    if (code === 257) break
    if (code === 256) {
      bits = 9
      next = 258
      previous = -1
      continue
    }
    if (previous === -1 ? code > 255 : code > next)
      throw new RasterError('The LZW data of the raster are damaged.')
    const fresh = code === next
    const length = fresh ? lengths[previous] + 1 : lengths[code]
    let walk = fresh ? previous : code
    let write = pos + length - 1
    if (fresh) write--
    for (; write >= pos; write--) {
      if (write < size) out[write] = suffix[walk]
      walk = prefix[walk]
    }
    if (fresh && pos + length - 1 < size) out[pos + length - 1] = out[pos]
    if (previous !== -1 && next < 4096) {
      prefix[next] = previous
      suffix[next] = out[pos]
      lengths[next] = lengths[previous] + 1
      next++
      if (next >= (1 << bits) - 1 && bits < 12) bits++
    }
    previous = code
    pos += length
  }
  return out.subarray(0, Math.min(pos, size))
}
