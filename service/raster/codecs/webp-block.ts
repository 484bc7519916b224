import type { TiffDirectory } from '../tiff/check-header.ts'
import { RasterError } from '../raster-error.ts'
import { wasmCodec } from './wasm-codec.ts'

const decode = wasmCodec(
  () => import('@jsquash/webp/decode.js') as never,
  '@jsquash/webp/codec/dec/webp_dec.wasm',
)

const damaged = () =>
  new RasterError(
    'The WEBP data of the raster are damaged or do not fit its header; write the file again (gdal_translate -co COMPRESS=DEFLATE).',
  )

/** WEBP in TIFF holds three or four interleaved bands of 8 bits. */
export function requireReadableWebp({ bands, bits, formats, planar, predictor }: TiffDirectory): void {
  const isColour = (bands === 3 || bands === 4) && planar === 1
  if (!isColour || bits[0] !== 8 || formats[0] !== 1 || predictor !== 1)
    throw new RasterError(
      'The raster is compressed by WEBP, but is not three or four interleaved bands of 8 bits; write it again (gdal_translate -co COMPRESS=DEFLATE).',
    )
}

/**
 * The cells of a WEBP block, pixel-interleaved.
 * @throws RasterError if the block is damaged, or has other dimensions than the header of the file says
 */
export async function decodeWebp(
  raw: Uint8Array,
  { blockWidth, bands }: TiffDirectory,
  rows: number,
): Promise<Uint8Array> {
  const size = sizeOf(raw)
  if (size?.width !== blockWidth || size.height !== rows) throw damaged()
  const { width, height, data } = await decode(raw).catch(() => {
    throw damaged()
  })
  if (width !== blockWidth || height !== rows) throw damaged()
  if (bands === 4) return Uint8Array.from(data)
  const out = new Uint8Array(width * height * bands)
  for (let i = 0, o = 0; o < out.length; i += 4, o += 3) out.set(data.subarray(i, i + 3), o)
  return out
}

const ANIMATED = 2

/** What the container says, so that nothing larger is allocated (https://developers.google.com/speed/webp/docs/riff_container). */
function sizeOf(raw: Uint8Array): { width: number; height: number } | undefined {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (bytes.length < 30 || text(0, 4) !== 'RIFF' || text(8, 12) !== 'WEBP') return undefined
  const kind = text(12, 16)
  if (kind === 'VP8 ') {
    const isKeyFrame = bytes.readUIntBE(23, 3) === 0x9d012a
    if (!isKeyFrame) return undefined
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  }
  if (kind === 'VP8L' && bytes[20] === 0x2f) {
    const packed = bytes.readUInt32LE(21)
    return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
  }
  if (kind !== 'VP8X' || (bytes[20] & ANIMATED) !== 0) return undefined
  return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
}
