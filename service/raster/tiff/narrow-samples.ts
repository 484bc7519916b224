import type { DataType } from '../data-types.ts'

const UNSIGNED = new Set([1, 4])
const SIGNED = 2
const FLOAT = 3
const HALF = 16

/** The usual type that holds samples of an unusual number of bits; undefined for all other samples. */
export function widerType(format: number, bits: number): DataType | undefined {
  if (format === FLOAT) return bits === HALF ? 'float32' : undefined
  if (bits === 64 && (format === SIGNED || UNSIGNED.has(format))) return 'float64'
  if (!UNSIGNED.has(format) || !(bits >= 1 && bits < 32) || bits === 8 || bits === 16) return undefined
  return bits < 8 ? 'uint8' : bits < 16 ? 'uint16' : 'uint32'
}

/** Bytes of one sample once it is decoded. */
export function sampleBytes(format: number, bits: number): number {
  if (format === FLOAT && bits === HALF) return 4
  return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : bits / 8
}

/** Unsigned samples of 1 to 31 bits, the highest bit first (TIFF 6, section 3); rows begin with a byte. */
export function unpack<T extends Uint8Array | Uint16Array | Uint32Array>(
  bytes: Uint8Array,
  bits: number,
  rowSamples: number,
  out: T,
): T {
  const rowBytes = Math.ceil((rowSamples * bits) / 8)
  for (let start = 0, at = 0; start < out.length; start += rowSamples, at += rowBytes) {
    // Up to 38 bits: more than bitwise operators keep.
    let held = 0
    let count = 0
    for (let i = start, from = at; i < start + rowSamples; i++) {
      for (; count < bits; count += 8) held = held * 256 + bytes[from++]
      count -= bits
      const scale = 1 << count
      const sample = Math.floor(held / scale)
      out[i] = sample
      held -= sample * scale
    }
  }
  return out
}

/** Floats of half precision (IEEE 754-2008: 5 bits of exponent, 10 of fraction), in the machine's byte order. */
export function widenHalves(halves: Uint16Array): Float32Array {
  return Float32Array.from(halves, (half) => {
    const sign = half >> 15 === 0 ? 1 : -1
    const exponent = (half >> 10) & 31
    const fraction = (half & 1023) / 1024
    if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN
    return exponent === 0 ? sign * fraction * 2 ** -14 : sign * (1 + fraction) * 2 ** (exponent - 15)
  })
}
