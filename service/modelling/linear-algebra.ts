/*
 * Dense symmetric algebra on row-major Float64Array. Every O(n³) loop is a product of two rows that are contiguous in
 * memory, in register tiles of 4 × 2: eight running sums for six loads.
 */

/** `sums[0..7]` = Σ_{k=from}^{to-1} a[row r][k]·b[row c][k] for 4 rows of `a` and 2 of `b`. */
function tile4x2(
  a: Float64Array,
  aRow: number,
  aStride: number,
  b: Float64Array,
  bRow: number,
  bStride: number,
  from: number,
  to: number,
  sums: Float64Array,
): void {
  let s00 = 0
  let s01 = 0
  let s10 = 0
  let s11 = 0
  let s20 = 0
  let s21 = 0
  let s30 = 0
  let s31 = 0
  let a0 = aRow * aStride + from
  let b0 = bRow * bStride + from
  const end = a0 + (to - from)
  for (; a0 < end; a0++, b0++) {
    const left = b[b0]
    const right = b[b0 + bStride]
    const v0 = a[a0]
    const v1 = a[a0 + aStride]
    const v2 = a[a0 + 2 * aStride]
    const v3 = a[a0 + 3 * aStride]
    s00 += v0 * left
    s01 += v0 * right
    s10 += v1 * left
    s11 += v1 * right
    s20 += v2 * left
    s21 += v2 * right
    s30 += v3 * left
    s31 += v3 * right
  }
  sums[0] = s00
  sums[1] = s01
  sums[2] = s10
  sums[3] = s11
  sums[4] = s20
  sums[5] = s21
  sums[6] = s30
  sums[7] = s31
}

/** Four running sums: one would wait for each addition. */
function dot(a: Float64Array, aFrom: number, b: Float64Array, bFrom: number, length: number): number {
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
 * A = L·L' in place: the lower triangle of `a` (n·n) becomes L, the upper stays unchanged. Returns false, with `a` half
 * done, if A is not positive definite to working precision.
 */
export function cholesky(a: Float64Array, n: number): boolean {
  const sums = new Float64Array(8)
  const tiled = n - (n % 4)
  for (let i = 0; i < n;) {
    const rows = i < tiled ? 4 : 1
    if (rows === 4) {
      for (let j = 0; j < i; j += 2) {
        tile4x2(a, i, n, a, j, n, 0, j, sums)
        const pivot0 = a[j * n + j]
        const below = a[(j + 1) * n + j]
        const pivot1 = a[(j + 1) * n + j + 1]
        for (let r = 0; r < 4; r++) {
          const at = (i + r) * n + j
          const first = (a[at] - sums[2 * r]) / pivot0
          a[at] = first
          a[at + 1] = (a[at + 1] - sums[2 * r + 1] - first * below) / pivot1
        }
      }
    }
    for (let r = i; r < i + rows; r++) {
      for (let j = rows === 4 ? i : 0; j < r; j++) {
        a[r * n + j] = (a[r * n + j] - dot(a, r * n, a, j * n, j)) / a[j * n + j]
      }
      const pivot = a[r * n + r] - dot(a, r * n, a, r * n, r)
      if (!(pivot > 0)) return false
      a[r * n + r] = Math.sqrt(pivot)
    }
    i += rows
  }
  return true
}

/** Each row x of `x` (m·n) ← L⁻¹x. With `zeroBefore`, row r is known to be 0 before its column r (so is the result). */
export function solveLowerRows(
  l: Float64Array,
  n: number,
  x: Float64Array,
  m: number,
  zeroBefore = false,
): void {
  const sums = new Float64Array(8)
  const pairs = n - (n % 2)
  for (let r = 0; r < m;) {
    const rows = r + 4 <= m ? 4 : 1
    const from = zeroBefore ? r - (r % 2) : 0
    if (rows === 4) {
      for (let i = from; i < pairs; i += 2) {
        tile4x2(x, r, n, l, i, n, from, i, sums)
        const below = l[(i + 1) * n + i]
        for (let q = 0; q < 4; q++) {
          const at = (r + q) * n + i
          const first = (x[at] - sums[2 * q]) / l[i * n + i]
          x[at] = first
          x[at + 1] = (x[at + 1] - sums[2 * q + 1] - first * below) / l[(i + 1) * n + i + 1]
        }
      }
    }
    for (let q = r; q < r + rows; q++) {
      for (let i = rows === 4 ? pairs : from; i < n; i++) {
        x[q * n + i] = (x[q * n + i] - dot(x, q * n + from, l, i * n + from, i - from)) / l[i * n + i]
      }
    }
    r += rows
  }
}

/**
 * The whole symmetric (L·L')⁻¹, n·n, in one matrix: rows of V hold the columns of L⁻¹, zero before the diagonal, and
 * the products V·V' fill that empty lower triangle; only the diagonal tile needs a buffer.
 */
export function inverseFromCholesky(l: Float64Array, n: number): Float64Array {
  const v = new Float64Array(n * n)
  for (let i = 0; i < n; i++) v[i * n + i] = 1
  solveLowerRows(l, n, v, n, true)
  const sums = new Float64Array(8)
  const diagonal = new Float64Array(16)
  const tiled = n - (n % 4)
  for (let i = 0; i < tiled; i += 4) {
    for (let j = 0; j < i + 4; j += 2) {
      tile4x2(v, i, n, v, j, n, i, n, sums)
      for (let r = 0; r < 4; r++) {
        const to = j < i ? v : diagonal
        const at = j < i ? (i + r) * n + j : 4 * r + j - i
        to[at] = sums[2 * r]
        to[at + 1] = sums[2 * r + 1]
      }
    }
    for (let r = 0; r < 4; r++) for (let c = 0; c <= r; c++) v[(i + r) * n + i + c] = diagonal[4 * r + c]
  }
  for (let i = tiled; i < n; i++) {
    for (let j = 0; j <= i; j++) v[i * n + j] = dot(v, i * n + i, v, j * n + i, n - i)
  }
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) v[j * n + i] = v[i * n + j]
  return v
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
  const v = new Float64Array(n * n)
  for (let i = 0; i < n; i++) v[i * n + i] = 1
  solveLowerRows(l, n, v, n, true)
  return Float64Array.from({ length: n }, (_, i) => dot(v, i * n + i, v, i * n + i, n - i))
}

/** The rows and columns `which` of an n × n matrix, in that order. */
export function submatrix(a: Float64Array, n: number, which: readonly number[]): Float64Array {
  const size = which.length
  const out = new Float64Array(size * size)
  which.forEach((row, i) => which.forEach((column, j) => (out[i * size + j] = a[row * n + column])))
  return out
}
