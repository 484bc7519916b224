import { BYTES_AT_ONCE, kernel, kernelHeap } from '../../kernels/cell-kernel.ts'

/**
 * Undoes TIFF predictor 2 (each value minus its left neighbour in the same band), in place. `row` holds whole rows of
 * `rowValues` values in the machine's byte order; integers wrap.
 */
export function undoHorizontal(values: IntegerArray, rowValues: number, bands: number): void {
  for (let start = 0; start < values.length; start += rowValues) {
    const end = Math.min(start + rowValues, values.length)
    for (let band = 0; band < bands; band++) {
      // Kept apart, because reading back what was just written is slow.
      let sum = 0
      for (let i = start + band; i < end; i += bands) {
        sum = (sum + values[i]) | 0
        values[i] = sum
      }
    }
  }
}

/** The same for values of 64 bits, each as two halves, the lower one first: BigInt would be far slower. */
export function undoHorizontal64(halves: Uint32Array, rowValues: number, bands: number): void {
  for (let start = 0; start < halves.length; start += 2 * rowValues) {
    const end = Math.min(start + 2 * rowValues, halves.length)
    for (let band = 0; band < bands; band++) {
      let low = 0
      let high = 0
      for (let i = start + 2 * band; i < end; i += 2 * bands) {
        low += halves[i]
        high = (high + halves[i + 1] + (low >= 2 ** 32 ? 1 : 0)) >>> 0
        low >>>= 0
        halves[i] = low
        halves[i + 1] = high
      }
    }
  }
}

export type IntegerArray = Uint8Array | Uint16Array | Uint32Array

/** The inverse of `undoHorizontal` for one band, in place. */
export function applyHorizontal(values: IntegerArray, rowValues: number): void {
  for (let start = 0; start < values.length; start += rowValues) {
    for (let i = start + rowValues - 1; i > start; i--) values[i] -= values[i - 1]
  }
}

/** Rows of `rowBytes` through `work`, which reads a row at one place of the heap and writes it to another. */
function eachRow(
  bytes: Uint8Array,
  rowBytes: number,
  work: (from: number, to: number) => void,
): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(bytes.length)
  const rows = Math.max(1, Math.floor(BYTES_AT_ONCE / rowBytes))
  const target = rows * rowBytes
  const heap = kernelHeap(2 * target)
  for (let start = 0; start + rowBytes <= bytes.length; start += target) {
    const count = Math.min(rows, Math.floor((bytes.length - start) / rowBytes))
    heap.set(bytes.subarray(start, start + count * rowBytes))
    for (let at = 0; at < count * rowBytes; at += rowBytes) work(at, target + at)
    out.set(heap.subarray(target, target + count * rowBytes), start)
  }
  return out
}

/**
 * Undoes TIFF predictor 3 (floating point): each row is stored as byte planes, most significant first, then differenced
 * byte by byte. Returns little-endian values. Reference: Adobe TIFF Technical Note 3.
 */
export const undoFloatingPoint = (
  bytes: Uint8Array,
  rowValues: number,
  valueBytes: number,
  bands: number,
): Uint8Array<ArrayBuffer> =>
  eachRow(bytes, rowValues * valueBytes, (from, to) => {
    kernel.sum(from, rowValues * valueBytes, bands)
    kernel.join(from, rowValues, valueBytes, to)
  })

/** The inverse of `undoFloatingPoint` for one band of values of `valueBytes` bytes. */
export const applyFloatingPoint = (bytes: Uint8Array, rowValues: number, valueBytes = 4): Uint8Array =>
  eachRow(bytes, rowValues * valueBytes, (from, to) => {
    kernel.split(from, rowValues, valueBytes, to)
    kernel.difference(to, rowValues * valueBytes)
  })
