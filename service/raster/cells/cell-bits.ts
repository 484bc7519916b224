import type { DataType, RawArray } from '../data-types.ts'
import { ARRAYS } from '../data-types.ts'

type Bits = Uint8Array | Uint16Array | Uint32Array

/** The bits of the cells, so that a NaN's payload and the sign of 0 are copied and compared too; two per float64. */
export function bitsOf(cells: RawArray): Bits {
  const { buffer, byteOffset, byteLength, BYTES_PER_ELEMENT: bytes } = cells
  if (bytes === 1) return new Uint8Array(buffer, byteOffset, byteLength)
  if (bytes === 2) return new Uint16Array(buffer, byteOffset, byteLength / 2)
  return new Uint32Array(buffer, byteOffset, byteLength / 4)
}

/** Copies `count` cells, of which the source holds every `step`-th. */
export function copyCells(
  from: RawArray,
  first: number,
  step: number,
  to: RawArray,
  at: number,
  count: number,
): void {
  if (step === 1) {
    to.set(from.subarray(first, first + count), at)
    return
  }
  const source = bitsOf(from)
  const target = bitsOf(to)
  if (from.BYTES_PER_ELEMENT === 8) {
    for (let i = 0, s = first * 2, t = at * 2; i < count; i++, s += step * 2, t += 2) {
      target[t] = source[s]
      target[t + 1] = source[s + 1]
    }
    return
  }
  for (let i = 0, s = first; i < count; i++, s += step) target[at + i] = source[s]
}

/** Whether every cell has exactly the bits of `value` (one cell). */
export function holdsOnly(cells: RawArray, value: RawArray): boolean {
  const bits = bitsOf(cells)
  const wanted = bitsOf(value)
  const last = wanted.length - 1
  for (let i = 0; i < bits.length; i++) if (bits[i] !== wanted[i & last]) return false
  return true
}

/** One cell with the value that unstored cells have: nodata if the type can hold it, else 0. */
export function fillOf(dataType: DataType, nodata: number | null): RawArray {
  const fill = new ARRAYS[dataType](1)
  fill[0] = nodata ?? 0
  if (!Object.is(fill[0], nodata)) fill[0] = 0
  return fill
}
