import { promisify } from 'node:util'
import { inflate, zstdDecompress } from 'node:zlib'
import { decodeLzw } from './lzw.ts'
import { RasterError } from '../raster-error.ts'
import { COMPRESSION, JPEG, LERC, WEBP } from '../tiff/tiff-tags.ts'

type Decompress = (
  bytes: Uint8Array,
  options: { maxOutputLength: number; chunkSize: number },
) => Promise<Buffer>
const inflateAsync = promisify(inflate) as Decompress
const zstdAsync = promisify(zstdDecompress) as Decompress

const READABLE = new Set([1, 5, JPEG, 8, 32773, 32946, LERC, 50000, WEBP])

export function requireReadableCompression(compression: number): string {
  const name = COMPRESSION[compression] ?? `number ${compression}`
  if (!READABLE.has(compression)) {
    throw new RasterError(
      `The raster is compressed by ${name}, which Strata does not read; write it again (gdal_translate -co COMPRESS=DEFLATE).`,
    )
  }
  return name
}

/** The bytes of one block, never more than `size`: a decompression bomb fails instead of filling the memory. */
export async function decompress(src: Uint8Array, compression: number, size: number): Promise<Uint8Array> {
  if (compression === 1) return src.subarray(0, size)
  if (compression === 5) return decodeLzw(src, size)
  if (compression === 32773) return decodePackBits(src, size)
  // One chunk with room to spare: each further one, of 16 KiB by default, is another turn of a thread.
  const options = { maxOutputLength: size, chunkSize: size + 64 }
  try {
    return await (compression === 50000 ? zstdAsync : inflateAsync)(src, options)
  } catch {
    throw new RasterError(
      'The compressed data of the raster are damaged or larger than the header says; write the file again.',
    )
  }
}

function decodePackBits(src: Uint8Array, size: number): Uint8Array {
  const out = new Uint8Array(size)
  let pos = 0
  let at = 0
  while (at < src.length && pos < size) {
    const n = (src[at++] << 24) >> 24
    if (n === -128) continue
    if (n >= 0) {
      const run = Math.min(n + 1, size - pos, src.length - at)
      out.set(src.subarray(at, at + run), pos)
      at += n + 1
      pos += run
    } else {
      const run = Math.min(1 - n, size - pos)
      out.fill(src[at++], pos, pos + run)
      pos += run
    }
  }
  return out.subarray(0, pos)
}
