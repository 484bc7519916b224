import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { inflate, zstdDecompress } from 'node:zlib'
import type { TiffDirectory } from '../tiff/check-header.ts'
import { ARRAYS, type DataType, type RawArray } from '../data-types.ts'
import { RasterError } from '../raster-error.ts'
import { TAG } from '../tiff/tiff-tags.ts'

interface Decoded {
  width: number
  height: number
  dimCount: number
  pixelType: string
  /** Band after band. */
  pixels: [RawArray]
  /** 1 where a pixel has a value; absent if all have one. */
  mask?: Uint8Array | null
}

const { decode } = createRequire(import.meta.url)('lerc') as {
  decode: (blob: ArrayBuffer) => Decoded
}

const TYPES: Readonly<Record<string, DataType>> = {
  U8: 'uint8',
  S8: 'int8',
  U16: 'uint16',
  S16: 'int16',
  U32: 'uint32',
  S32: 'int32',
  F32: 'float32',
  F64: 'float64',
}

const unpackers = {
  1: promisify(inflate) as (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>,
  2: promisify(zstdDecompress) as (
    bytes: Uint8Array,
    options: { maxOutputLength: number },
  ) => Promise<Buffer>,
}

const damaged = () =>
  new RasterError(
    'The LERC data of the raster are damaged or do not fit its header; write the file again (gdal_translate -co COMPRESS=DEFLATE).',
  )

/**
 * The cells of a block of LERC 2.4, as libtiff writes it, also packed by DEFLATE or Zstandard; pixel-interleaved. Cells
 * that LERC masks are NaN, as in GDAL.
 * @throws RasterError if the block is damaged, or has other dimensions than the header of the file says
 */
export async function decodeLerc(
  raw: Uint8Array,
  { blockWidth, planar, bands, tags }: TiffDirectory,
  rows: number,
  type: DataType,
): Promise<RawArray> {
  const depth = planar === 2 ? 1 : bands
  const cells = blockWidth * rows
  const packing = tags.get(TAG.lercParameters)?.[1] ?? 0
  const blob = await unpack(raw, Number(packing), 2 * cells * depth * ARRAYS[type].BYTES_PER_ELEMENT + 65_536)
  const end = requireFitting(blob, blockWidth, rows, depth)
  const found = decodeBlob(blob.slice(0, end))
  const { pixels, mask } = found
  if (TYPES[found.pixelType] !== type || pixels[0].length !== cells * depth) throw damaged()
  return interleaved(pixels[0], mask ?? null, cells, depth, type)
}

async function unpack(raw: Uint8Array, packing: number, maxOutputLength: number): Promise<Uint8Array> {
  if (packing === 0) return raw
  if (packing !== 1 && packing !== 2) throw damaged()
  try {
    return await unpackers[packing](raw, { maxOutputLength })
  } catch {
    throw damaged()
  }
}

const HEADER_BYTES = 66

/** Where the blob ends. The decoder trusts the dimensions, and allocates as much memory as they say. */
function requireFitting(blob: Uint8Array, width: number, rows: number, depth: number): number {
  if (blob.length < HEADER_BYTES || Buffer.from(blob.subarray(0, 6)).toString('latin1') !== 'Lerc2 ')
    throw damaged()
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength)
  const version = view.getInt32(6, true)
  if (version !== 4 && version !== 5) throw damaged()
  if (view.getUint32(22, true) !== depth) {
    throw new RasterError(
      'The LERC data of the raster hold a different number of bands than its header says, as with an alpha band; write it again (gdal_translate -co COMPRESS=DEFLATE).',
    )
  }
  const end = view.getInt32(34, true)
  const fits = view.getUint32(14, true) === rows && view.getUint32(18, true) === width
  if (!fits || end < HEADER_BYTES || end > blob.length) throw damaged()
  return end
}

/** The decoder throws strings, and its own errors when it reads beyond the end. */
function decodeBlob(blob: Uint8Array): Decoded {
  const own = new Uint8Array(blob)
  try {
    return decode(own.buffer)
  } catch {
    throw damaged()
  }
}

function interleaved(
  pixels: RawArray,
  mask: Uint8Array | null,
  cells: number,
  depth: number,
  type: DataType,
): RawArray {
  const isFloat = type === 'float32' || type === 'float64'
  if (mask && !isFloat && mask.includes(0)) {
    throw new RasterError(
      'The LERC data of the raster leave whole numbers out; write it again with a nodata value (gdal_translate -co COMPRESS=DEFLATE).',
    )
  }
  if (depth === 1 && !mask) return pixels
  const out = new ARRAYS[type](cells * depth)
  for (let band = 0; band < depth; band++)
    for (let i = 0; i < cells; i++)
      out[i * depth + band] = !mask || mask[i] ? pixels[band * cells + i] : Number.NaN
  return out
}
