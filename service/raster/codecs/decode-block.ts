import { storedRowBytes } from '../tiff/block-size.ts'
import type { TiffDirectory } from '../tiff/check-header.ts'
import { ARRAYS, type DataType, type RawArray } from '../data-types.ts'
import { decompress, requireReadableCompression } from './decompress.ts'
import { decodeJpeg, requireReadableJpeg } from './jpeg-block.ts'
import { decodeLerc } from './lerc-block.ts'
import { unpack, widenHalves, widerType } from '../tiff/narrow-samples.ts'
import { undoFloatingPoint, undoHorizontal, undoHorizontal64, type IntegerArray } from './predictor.ts'
import { RasterError } from '../raster-error.ts'
import { JPEG, LERC, TAG, WEBP } from '../tiff/tiff-tags.ts'
import { decodeWebp, requireReadableWebp } from './webp-block.ts'
import { toFloat64 } from '../tiff/wide-integers.ts'

const TYPES: Record<string, DataType> = {
  '1/8': 'uint8',
  '2/8': 'int8',
  '4/8': 'uint8',
  '1/16': 'uint16',
  '2/16': 'int16',
  '4/16': 'uint16',
  '1/32': 'uint32',
  '2/32': 'int32',
  '4/32': 'uint32',
  '3/32': 'float32',
  '3/64': 'float64',
}

/** The one data type of all bands; rejects those that are not plain numbers. */
export function dataTypeOf(directory: TiffDirectory): DataType {
  const { bits, formats } = directory
  if (bits.some((b) => b !== bits[0]) || formats.some((f) => f !== formats[0])) {
    throw new RasterError('The bands of the raster have different data types; write one file per band.')
  }
  const type = TYPES[`${formats[0]}/${bits[0]}`] ?? widerType(formats[0], bits[0])
  if (!type) {
    const kind =
      { 1: 'unsigned', 2: 'signed', 3: 'floating', 5: 'complex', 6: 'complex' }[formats[0]] ?? 'unknown'
    throw new RasterError(
      `The raster holds ${kind} values of ${bits[0]} ${bits[0] === 1 ? 'bit' : 'bits'}, which Strata does not read; write it again (gdal_translate -ot Float32).`,
    )
  }
  return type
}

/** Rejects unsupported encodings before any block is read. */
export function requireReadable(directory: TiffDirectory): string {
  // First, since another compression would keep the number of bits.
  dataTypeOf(directory)
  const name = requireReadableCompression(directory.compression)
  const { predictor, planar, fillOrder, photometric, bits, formats } = directory
  const widened = widerType(formats[0], bits[0]) !== undefined
  const odd = ![1, 2, 3].includes(predictor)
    ? `predictor ${predictor}`
    : predictor === 3 && formats[0] !== 3
      ? 'predictor 3 without floating point'
      : ![1, 2].includes(planar)
        ? `planar configuration ${planar}`
        : widened && directory.compression === LERC
          ? `LERC for values of ${bits[0]} bits`
          : widened && bits[0] < 32 && formats[0] !== 3 && predictor !== 1
            ? `predictor ${predictor} for values of ${bits[0]} bits`
            : fillOrder !== 1
              ? `fill order ${fillOrder}`
              : photometric === 6 && directory.compression !== JPEG
                ? 'YCbCr colours'
                : null
  if (odd)
    throw new RasterError(
      `The raster uses ${odd}, which Strata does not read; write it again (gdal_translate -of COG).`,
    )
  if (directory.compression === JPEG) requireReadableJpeg(directory)
  if (directory.compression === WEBP) requireReadableWebp(directory)
  return name
}

/** Typed values of one compressed block, pixel-interleaved (only one band if bands are stored separately). */
export async function decodeBlock(
  raw: Uint8Array,
  directory: TiffDirectory,
  index: number,
  littleEndian: boolean,
): Promise<RawArray> {
  const { blockWidth, blockHeight, height, planar, compression, predictor, tiled } = directory
  const bands = planar === 2 ? 1 : directory.bands
  const valueBytes = directory.bits[0] / 8
  const rowValues = blockWidth * bands
  const rowBytes = storedRowBytes(directory)
  const across = Math.ceil(directory.width / blockWidth)
  const down = Math.ceil(height / blockHeight)
  const row = Math.floor(index / across) % down
  const rows = tiled ? blockHeight : Math.min(blockHeight, height - row * blockHeight)
  if (compression === LERC) {
    const cells = await decodeLerc(raw, directory, rows, dataTypeOf(directory))
    // libtiff packs the bytes of a value in the file's order.
    if (!littleEndian) swapBytes(new Uint8Array(cells.buffer, cells.byteOffset, cells.byteLength), valueBytes)
    return cells
  }
  if (compression === JPEG) return decodeJpeg(raw, directory, rows)
  if (compression === WEBP) return decodeWebp(raw, directory, rows)
  const plain = await decompress(raw, compression, blockHeight * rowBytes)
  if (plain.length < rows * rowBytes) {
    throw new RasterError(
      `Block ${index + 1} of the raster holds fewer cells than the header says; write the file again.`,
    )
  }
  const stored = plain.subarray(0, rows * rowBytes)
  const bytes = predictor === 3 ? undoFloatingPoint(stored, rowValues, valueBytes, bands) : aligned(stored)
  if (predictor !== 3 && !littleEndian) swapBytes(bytes, valueBytes)
  const count = rows * rowValues
  if (predictor === 2) {
    const Integers = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array }[valueBytes]
    if (Integers)
      undoHorizontal(new Integers(bytes.buffer, bytes.byteOffset, count) as IntegerArray, rowValues, bands)
    else undoHorizontal64(halvesOf(bytes), rowValues, bands)
  }
  const Cells = ARRAYS[dataTypeOf(directory)]
  const format = directory.formats[0]
  if (widerType(format, directory.bits[0]) === undefined)
    return new Cells(bytes.buffer, bytes.byteOffset, count)
  if (valueBytes === 8) return toFloat64(halvesOf(bytes), format, directory.tags.get(TAG.gdalNodata))
  return format === 3
    ? widenHalves(new Uint16Array(bytes.buffer, bytes.byteOffset, count))
    : unpack(bytes, directory.bits[0], rowValues, new Cells(count) as Uint8Array)
}

/** Of values of 64 bits. */
const halvesOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new Uint32Array(buffer, byteOffset, byteLength / 4)

/** For arrays of any type; a copy only if need be. */
const aligned = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.byteOffset % 8 === 0 ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes)

function swapBytes(bytes: Uint8Array, valueBytes: number): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (valueBytes === 2) buffer.swap16()
  else if (valueBytes === 4) buffer.swap32()
  else if (valueBytes === 8) buffer.swap64()
  // As GDAL and libtiff, which write the lowest byte first into big-endian files only.
  else if (valueBytes === 3)
    for (let at = 0; at < bytes.length; at += 3) [bytes[at], bytes[at + 2]] = [bytes[at + 2], bytes[at]]
}
