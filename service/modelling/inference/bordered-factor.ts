import { cholesky, inverseFromCholesky, solveLower, solveUpper } from '../numerics/linear-algebra.ts'
import { logDeterminant, sparseCholesky, type SparseFactor } from '../sparse/cholesky.ts'
import { solveBackward, solveForward } from '../sparse/solve.ts'
import type { SymbolicFactor } from '../sparse/symbolic-factor.ts'
import type { SparseSymmetric } from '../sparse/symmetric.ts'

/**
 * Factor of [M, B; B′, C] with a large sparse M and a small dense C, by the Schur complement S = C − B′·M⁻¹·B: the
 * border does not fill M.
 */
export interface BorderedFactor {
  sparse: SparseFactor
  /** L⁻¹·P·B, node by node. */
  v: Float64Array
  /** Lower triangle of the factor of S, row by row. */
  l: Float64Array
  width: number
  logDeterminant: number
}

/** `b` has `width` values for each row of M, `c` is width·width. Undefined if the matrix is not positive definite. */
export function borderedFactor(
  m: SparseSymmetric,
  symbolic: SymbolicFactor,
  b: Float64Array,
  c: Float64Array,
  width: number,
): BorderedFactor | undefined {
  const sparse = sparseCholesky(m, symbolic)
  if (!sparse) return undefined
  const v = solveForward(sparse, b, width)
  const l = c.slice()
  for (let k = 0; k < v.length; k += width) {
    for (let i = 0; i < width; i++) {
      const value = v[k + i]
      if (value === 0) continue
      for (let j = 0; j <= i; j++) l[i * width + j] -= value * v[k + j]
    }
  }
  if (!cholesky(l, width)) return undefined
  let sum = 0
  for (let i = 0; i < width; i++) sum += Math.log(l[i * width + i])
  return { sparse, v, l, width, logDeterminant: logDeterminant(sparse) + 2 * sum }
}

/** The solution [x; y] for a right side [r; s]. */
export function solveBordered(
  { sparse, v, l, width }: BorderedFactor,
  r: Float64Array,
  s: Float64Array,
): { x: Float64Array; y: Float64Array } {
  const forward = solveForward(sparse, r, 1)
  const y = s.slice()
  for (let k = 0; k < forward.length; k++) {
    for (let c = 0; c < width; c++) y[c] -= v[k * width + c] * forward[k]
  }
  solveLower(l, width, y)
  solveUpper(l, width, y)
  for (let k = 0; k < forward.length; k++) {
    for (let c = 0; c < width; c++) forward[k] -= v[k * width + c] * y[c]
  }
  return { x: solveBackward(sparse, forward, 1), y }
}

/** What variances need: M⁻¹·B, node by node, and S⁻¹, the border's block of the inverse. */
export function borderOfInverse({ sparse, v, l, width }: BorderedFactor) {
  return { g: solveBackward(sparse, v, width), inverse: inverseFromCholesky(l, width) }
}

/** Z + G·V·G′ at the pattern: the surface's block of the whole inverse. */
export function withBorder(
  { size, starts, rows }: SparseSymmetric,
  z: Float64Array,
  g: Float64Array,
  v: Float64Array,
): Float64Array {
  const width = Math.sqrt(v.length)
  const whole = z.slice()
  const product = new Float64Array(width)
  for (let j = 0; j < size; j++) {
    for (let c = 0; c < width; c++) {
      let sum = 0
      for (let d = 0; d < width; d++) sum += v[c * width + d] * g[j * width + d]
      product[c] = sum
    }
    for (let k = starts[j]; k < starts[j + 1]; k++) {
      const row = rows[k] * width
      let sum = 0
      for (let c = 0; c < width; c++) sum += g[row + c] * product[c]
      whole[k] += sum
    }
  }
  return whole
}
