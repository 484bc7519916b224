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
  const words = valueBytes === 4 ? new Uint32Array(out.buffer) : null
  const rowBytes = rowValues * valueBytes
  for (let start = 0; start + rowBytes <= bytes.length; start += rowBytes) {
    for (let band = 0; band < bands; band++) {
      let sum = 0
      for (let i = start + band; i < start + rowBytes; i += bands) {
        sum = (sum + bytes[i]) & 255
        bytes[i] = sum
      }
    }
    if (words) joinWords(bytes, start, rowValues, words)
    else {
      for (let plane = 0; plane < valueBytes; plane++) {
        const from = start + plane * rowValues
        const to = start + valueBytes - 1 - plane
        for (let k = 0; k < rowValues; k++) out[to + k * valueBytes] = bytes[from + k]
      }
    }
  }
  return out
}

/** Four planes of bytes from `start` as the row of words there. */
function joinWords(bytes: Uint8Array, start: number, count: number, words: Uint32Array): void {
  const [first, second, third, last] = [start, start + count, start + 2 * count, start + 3 * count]
  for (let k = 0, to = start / 4; k < count; k++, to++)
    words[to] =
      (bytes[first + k] << 24) | (bytes[second + k] << 16) | (bytes[third + k] << 8) | bytes[last + k]
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
