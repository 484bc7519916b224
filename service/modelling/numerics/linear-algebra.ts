import { FIRST, heap, place, tile4x2 } from '../../kernels/row-products.ts'

/*
 * Dense symmetric algebra on row-major Float64Array. Every O(n³) loop is a product of two rows that are contiguous in
 * memory, in tiles of 4 × 2: eight running sums for six loads (row-products.ts). Its matrices are copied there and back,
 * which is O(n²).
 */

/** Four running sums: one would wait for each addition. */
export function dot(a: Float64Array, aFrom: number, b: Float64Array, bFrom: number, length: number): number {
  let s0 = 0
  let s1 = 0
  let s2 = 0
  let s3 = 0
  const tiled = length - (length % 4)
  for (let k = 0; k < tiled; k += 4) {
    s0 += a[aFrom + k] * b[bFrom + k]
    s1 += a[aFrom + k + 1] * b[bFrom + k + 1]
    s2 += a[aFrom + k + 2] * b[bFrom + k + 2]
    s3 += a[aFrom + k + 3] * b[bFrom + k + 3]
  }
  for (let k = tiled; k < length; k++) s0 += a[aFrom + k] * b[bFrom + k]
  return s0 + s1 + (s2 + s3)
}

/**
 * A = L·L' in place: the lower triangle of `a` (n·n) becomes L, the upper stays unchanged. Returns false, with `a`
 * unchanged, if A is not positive definite to working precision.
 */
export function cholesky(a: Float64Array, n: number): boolean {
  const matrix = a.subarray(0, n * n)
  place(matrix)
  if (!factorOnHeap(n)) return false
  matrix.set(heap.subarray(FIRST, FIRST + n * n))
  return true
}

/** `cholesky` of the first matrix on the heap. */
function factorOnHeap(n: number): boolean {
  const at = FIRST
  const tiled = n - (n % 4)
  for (let i = 0; i < n;) {
    const rows = i < tiled ? 4 : 1
    if (rows === 4) {
      for (let j = 0; j < i; j += 2) {
        tile4x2(at + i * n, n, at + j * n, n, j)
        solvePair(at + i * n + j, at + j * n + j, n)
      }
    }
    for (let r = i; r < i + rows; r++) {
      const row = at + r * n
      for (let j = rows === 4 ? i : 0; j < r; j++) {
        heap[row + j] = (heap[row + j] - dot(heap, row, heap, at + j * n, j)) / heap[at + j * n + j]
      }
      const pivot = heap[row + r] - dot(heap, row, heap, row, r)
      if (!(pivot > 0)) return false
      heap[row + r] = Math.sqrt(pivot)
    }
    i += rows
  }
  return true
}

/**
 * Two unknowns of four rows, at `x`, whose products with the known ones are the sums of the last tile; the two diagonal
 * values of L are at `l` and one row and column further.
 */
function solvePair(x: number, l: number, n: number): void {
  const pivot0 = heap[l]
  const below = heap[l + n]
  const pivot1 = heap[l + n + 1]
  for (let r = 0; r < 4; r++) {
    const at = x + r * n
    const first = (heap[at] - heap[2 * r]) / pivot0
    heap[at] = first
    heap[at + 1] = (heap[at + 1] - heap[2 * r + 1] - first * below) / pivot1
  }
}

/** Each of n rows ← L⁻¹·row; row r is 0 before column r, and so is the result. */
function solveRowsOnHeap(l: number, n: number, x: number): void {
  const pairs = n - (n % 2)
  for (let r = 0; r < n;) {
    const rows = r + 4 <= n ? 4 : 1
    const from = r - (r % 2)
    if (rows === 4) {
      for (let i = from; i < pairs; i += 2) {
        tile4x2(x + r * n + from, n, l + i * n + from, n, i - from)
        solvePair(x + r * n + i, l + i * n + i, n)
      }
    }
    for (let q = r; q < r + rows; q++) {
      const row = x + q * n
      for (let i = rows === 4 ? pairs : from; i < n; i++) {
        const sum = dot(heap, row + from, heap, l + i * n + from, i - from)
        heap[row + i] = (heap[row + i] - sum) / heap[l + i * n + i]
      }
    }
    r += rows
  }
}

/** Places L, and after it V, whose rows hold the columns of L⁻¹, zero before the diagonal. Returns where V begins. */
function placeInverse(l: Float64Array, n: number): number {
  const v = FIRST + n * n
  place(l.subarray(0, n * n), n * n)
  heap.fill(0, v, v + n * n)
  for (let i = 0; i < n; i++) heap[v + i * n + i] = 1
  solveRowsOnHeap(FIRST, n, v)
  return v
}

/** The whole symmetric (L·L')⁻¹ = V·V', n·n: the products fill the empty lower triangle of V, then the upper one. */
export function inverseFromCholesky(l: Float64Array, n: number): Float64Array {
  const v = placeInverse(l, n)
  // The products of the diagonal tile still need its values.
  const diagonal = new Float64Array(16)
  const tiled = n - (n % 4)
  for (let i = 0; i < tiled; i += 4) {
    for (let j = 0; j < i + 4; j += 2) {
      tile4x2(v + i * n + i, n, v + j * n + i, n, n - i)
      for (let r = 0; r < 4; r++) {
        const to = j < i ? heap : diagonal
        const at = j < i ? v + (i + r) * n + j : 4 * r + j - i
        to[at] = heap[2 * r]
        to[at + 1] = heap[2 * r + 1]
      }
    }
    for (let r = 0; r < 4; r++) {
      for (let c = 0; c <= r; c++) heap[v + (i + r) * n + i + c] = diagonal[4 * r + c]
    }
  }
  for (let i = tiled; i < n; i++) {
    for (let j = 0; j <= i; j++) heap[v + i * n + j] = dot(heap, v + i * n + i, heap, v + j * n + i, n - i)
  }
  const inverse = heap.slice(v, v + n * n)
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) inverse[j * n + i] = inverse[i * n + j]
  return inverse
}

/** x ← L⁻¹x. */
export function solveLower(l: Float64Array, n: number, x: Float64Array): void {
  for (let i = 0; i < n; i++) x[i] = (x[i] - dot(l, i * n, x, 0, i)) / l[i * n + i]
}

/** x ← L'⁻¹x. */
export function solveUpper(l: Float64Array, n: number, x: Float64Array): void {
  for (let i = n - 1; i >= 0; i--) {
    const value = x[i] / l[i * n + i]
    x[i] = value
    const row = i * n
    for (let k = 0; k < i; k++) x[k] -= l[row + k] * value
  }
}

/** out = A·x of a dense row-major matrix with x.length columns. */
export function multiply(a: Float64Array, x: Float64Array, out: Float64Array): void {
  for (let i = 0; i < out.length; i++) out[i] = dot(a, i * x.length, x, 0, x.length)
}

/** Diagonal of the inverse of L·L', without the rest of it. */
export function inverseDiagonalFromCholesky(l: Float64Array, n: number): Float64Array {
  const v = placeInverse(l, n)
  const diagonal = (i: number) => dot(heap, v + i * n + i, heap, v + i * n + i, n - i)
  return Float64Array.from({ length: n }, (_, i) => diagonal(i))
}

/** The rows and columns `which` of an n × n matrix, in that order. */
export function submatrix(a: Float64Array, n: number, which: readonly number[]): Float64Array {
  const size = which.length
  const out = new Float64Array(size * size)
  which.forEach((row, i) => which.forEach((column, j) => (out[i * size + j] = a[row * n + column])))
  return out
}
