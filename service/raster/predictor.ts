/**
 * Undoes TIFF predictor 2 (each value minus its left neighbour in the same band), in place. `row` holds whole rows of
 * `rowValues` values in the machine's byte order; integers wrap.
 */
export function undoHorizontal(values: IntegerArray, rowValues: number, bands: number): void {
  for (let start = 0; start < values.length; start += rowValues) {
    const end = Math.min(start + rowValues, values.length)
    for (let i = start + bands; i < end; i++) values[i] += values[i - bands]
  }
}

export type IntegerArray = Uint8Array | Uint16Array | Uint32Array

/**
 * Undoes TIFF predictor 3 (floating point): each row is stored as byte planes, most significant first, then differenced
 * byte by byte. Returns little-endian values. Reference: Adobe TIFF Technical Note 3.
 */
export function undoFloatingPoint(
  bytes: Uint8Array,
  rowValues: number,
  valueBytes: number,
  bands: number,
): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(bytes.length)
  const rowBytes = rowValues * valueBytes
  for (let start = 0; start + rowBytes <= bytes.length; start += rowBytes) {
    for (let i = start + bands; i < start + rowBytes; i++) bytes[i] += bytes[i - bands]
    for (let plane = 0; plane < valueBytes; plane++) {
      const from = start + plane * rowValues
      const to = start + valueBytes - 1 - plane
      for (let k = 0; k < rowValues; k++) out[to + k * valueBytes] = bytes[from + k]
    }
  }
  return out
}

/** The inverse of `undoHorizontal` for one band, in place. */
export function applyHorizontal(values: IntegerArray, rowValues: number): void {
  for (let start = 0; start < values.length; start += rowValues) {
    for (let i = start + rowValues - 1; i > start; i--) values[i] -= values[i - 1]
  }
}

/** The inverse of `undoFloatingPoint` for one band of values of `valueBytes` bytes. */
export function applyFloatingPoint(bytes: Uint8Array, rowValues: number, valueBytes = 4): Uint8Array {
  const out = new Uint8Array(bytes.length)
  const rowBytes = rowValues * valueBytes
  let to = 0
  for (let start = 0; start + rowBytes <= bytes.length; start += rowBytes) {
    let previous = 0
    for (let from = start + valueBytes - 1; from >= start; from--) {
      for (let at = from; at < start + rowBytes; at += valueBytes) {
        const byte = bytes[at]
        out[to++] = byte - previous
        previous = byte
      }
    }
  }
  return out
}
