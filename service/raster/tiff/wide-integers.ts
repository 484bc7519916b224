import { RasterError } from '../raster-error.ts'

const SIGNED = 2
/** The largest size up to which float64 has every integer. */
const EXACT = 2n ** 53n

/**
 * Integers of 64 bits, in the machine's byte order, as float64. The nodata value, as the file writes it, may be of any
 * size.
 * @throws RasterError if float64 cannot hold one of the others
 */
export function toFloat64(integers: Uint32Array, format: number, nodata: unknown): Float64Array {
  const out = new Float64Array(integers.length / 2)
  const upper = format === SIGNED ? new Int32Array(integers.buffer, integers.byteOffset) : integers
  for (let i = 0; i < out.length; i++) {
    out[i] = upper[2 * i + 1] * 2 ** 32 + integers[2 * i]
    if (!Number.isSafeInteger(out[i])) requireExact(integers.subarray(2 * i, 2 * i + 2), format, nodata)
  }
  return out
}

function requireExact([low, high]: Uint32Array, format: number, nodata: unknown): void {
  const bits = (BigInt(high) << 32n) + BigInt(low)
  const value = format === SIGNED ? BigInt.asIntN(64, bits) : bits
  if ((value <= EXACT && value >= -EXACT) || String(value) === String(nodata).trim()) return
  throw new RasterError(
    `The raster holds ${value}; integers of 64 bits are read up to ±${EXACT}, which float64 represents exactly. Scale them, or write them as floating point (gdal_translate -ot Float64).`,
  )
}
