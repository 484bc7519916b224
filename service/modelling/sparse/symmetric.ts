/** A symmetric matrix by its lower triangle in compressed columns; the rows of a column ascend. */
export interface SparseSymmetric {
  size: number
  /** Where each column starts in `rows` and `values`: size + 1 numbers. */
  starts: Int32Array
  rows: Int32Array
  values: Float64Array
}

/**
 * The matrix with the sum of `values[k]` at (`rows[k]`, `columns[k]`), each pair in either triangle, once for an entry
 * beside the diagonal. The diagonal is always part of the pattern.
 */
export function symmetricOf(
  size: number,
  rows: ArrayLike<number>,
  columns: ArrayLike<number>,
  values: ArrayLike<number>,
): SparseSymmetric {
  const length = rows.length + size
  const row = (k: number) => (k < size ? k : Math.max(rows[k - size], columns[k - size]))
  const column = (k: number) => (k < size ? k : Math.min(rows[k - size], columns[k - size]))
  for (let k = size; k < length; k++) {
    if (!(column(k) >= 0 && row(k) < size)) {
      throw new RangeError(
        `Entry (${rows[k - size]}, ${columns[k - size]}) lies outside a matrix of size ${size}.`,
      )
    }
  }
  // A stable sort by row, then by column, leaves each column's rows ascending.
  const byRow = sortBy(size, length, row, (k) => k)
  const sorted = sortBy(size, length, column, (k) => byRow[k])
  const matrix = {
    size,
    starts: new Int32Array(size + 1),
    rows: new Int32Array(length),
    values: new Float64Array(length),
  }
  let end = 0
  let last = -1
  for (const k of sorted) {
    const [i, j] = [row(k), column(k)]
    if (j > last || matrix.rows[end - 1] !== i) {
      matrix.rows[end++] = i
      last = j
    }
    if (k >= size) matrix.values[end - 1] += values[k - size]
    matrix.starts[j + 1] = end
  }
  return { ...matrix, rows: matrix.rows.slice(0, end), values: matrix.values.slice(0, end) }
}

/** The items, in the order of their keys (0 to size − 1); equal keys keep their order. */
function sortBy(size: number, length: number, key: (item: number) => number, item: (k: number) => number) {
  const next = new Int32Array(size + 1)
  for (let k = 0; k < length; k++) next[key(k) + 1]++
  for (let k = 0; k < size; k++) next[k + 1] += next[k]
  const sorted = new Int32Array(length)
  for (let k = 0; k < length; k++) sorted[next[key(item(k))]++] = item(k)
  return sorted
}

/** A·x. */
export function multiply({ size, starts, rows, values }: SparseSymmetric, x: Float64Array): Float64Array {
  const product = new Float64Array(size)
  for (let j = 0; j < size; j++) {
    for (let k = starts[j]; k < starts[j + 1]; k++) {
      const i = rows[k]
      product[i] += values[k] * x[j]
      if (i !== j) product[j] += values[k] * x[i]
    }
  }
  return product
}
