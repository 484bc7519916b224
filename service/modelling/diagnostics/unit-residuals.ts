import { cholesky, inverseFromCholesky, multiply, submatrix } from '../numerics/linear-algebra.ts'
import type { UnitResiduals } from '../model.ts'

/** The precision R of the pseudo-data of a fit, and K's derivatives by the logs of sd, length scale and cluster sd. */
export interface ResidualAlgebra {
  /** ∇log p(y | f) at each cluster. */
  a: Float64Array
  /** R·m for each of the rows of `rows`, each a value per cluster. */
  timesR: (rows: Float64Array) => Float64Array
  /** The same with ∂K_k. */
  timesDerivative: (rows: Float64Array, k: number) => Float64Array
  /** U, see `unitResidualsOf`. */
  scores: () => ArrayLike<number>
  /** I, 3 × 3. */
  information: () => Float64Array
  intercept: { mean: number; variance: number }
}

/**
 * a = ∇log p(y | f) = y − n·p is R·z for pseudo-data z = f + W⁻¹a of covariance K + W⁻¹ = R⁻¹, so a has covariance
 * R (Rasmussen and Williams 2006, section 3.4). With T = a'Q·a, Q = S·C⁻¹·S', S the units as columns and
 * C = S'R·S, and the scores U_k = ½(a'∂K_k·a − tr(R·∂K_k)): E(T | U) = units + c'I⁻¹U and Var(T | U) = 2·units − c'I⁻¹c,
 * c_k = tr(C⁻¹S'R·∂K_k·R·S), I_kl = ½tr(R·∂K_k·R·∂K_l). Estimates would set U to 0 but for their priors.
 * The intercept b₀ has a vague prior of variance S₀ in K but is one number: given it, T has b₀²·q instead of S₀·q degrees
 * of freedom, q = w'C⁻¹w, w = S'R·1.
 */
export function unitResidualsOf(
  algebra: ResidualAlgebra,
): (unit: Int32Array, units: number) => UnitResiduals {
  let scores: Scores | undefined
  return (unit, units) => {
    const n = unit.length
    const residual = new Float64Array(units)
    const indicators = new Float64Array(units * n)
    unit.forEach((which, i) => {
      if (which < 0) return
      residual[which] += algebra.a[i]
      indicators[which * n + i] = 1
    })
    const rows = algebra.timesR(indicators)
    const covariance = crossProducts(rows, indicators, n, units)
    scores ??= {
      scores: Array.from(algebra.scores()),
      inverseInformation: inverseOf(algebra.information(), 3),
    }
    return { residual, covariance, ...absorbedBy(algebra, scores, rows, covariance, units) }
  }
}

/** Rows of `a` times rows of `b`, each of length n. */
function crossProducts(a: Float64Array, b: Float64Array, n: number, count: number): Float64Array {
  const out = new Float64Array(count * count)
  const column = new Float64Array(count)
  for (let v = 0; v < count; v++) {
    multiply(a, b.subarray(v * n, (v + 1) * n), column)
    for (let u = 0; u < count; u++) out[u * count + v] = column[u]
  }
  return out
}

interface Scores {
  scores: number[]
  inverseInformation: Float64Array
}

/** What parameters and intercept change, of the units that have clusters. `rows` has R·1_u. */
function absorbedBy(
  { timesDerivative, intercept }: ResidualAlgebra,
  { scores, inverseInformation }: Scores,
  rows: Float64Array,
  covariance: Float64Array,
  units: number,
): Omit<UnitResiduals, 'residual' | 'covariance'> {
  const inverseC = inverseOf(covariance, units)
  const n = rows.length / units
  const c = [0, 1, 2].map((k) => {
    const moved = crossProducts(rows, timesDerivative(rows, k), n, units)
    return moved.reduce((sum, value, at) => sum + value * inverseC[at], 0)
  })
  const slopes = new Float64Array(3)
  multiply(inverseInformation, Float64Array.from(c), slopes)
  const along = (values: number[]) => values.reduce((sum, value, k) => sum + slopes[k] * value, 0)
  const level = Float64Array.from({ length: units }, (_, u) =>
    rows.subarray(u * n, (u + 1) * n).reduce((sum, value) => sum + value, 0),
  )
  const solved = new Float64Array(units)
  multiply(inverseC, level, solved)
  const q = level.reduce((sum, value, u) => sum + value * solved[u], 0)
  return {
    shift: along(scores) + intercept.mean ** 2 * q,
    absorbedFreedom: intercept.variance * q,
    absorbedVariance: along(c),
  }
}

/** Rows and columns without variance (units without clusters) stay 0. */
function inverseOf(matrix: Float64Array, size: number): Float64Array {
  const used = Array.from({ length: size }, (_, i) => i).filter((i) => matrix[i * size + i] > 0)
  const factor = submatrix(matrix, size, used)
  const out = new Float64Array(size * size)
  if (!cholesky(factor, used.length)) return out
  const inverse = inverseFromCholesky(factor, used.length)
  used.forEach((row, i) =>
    used.forEach((column, j) => (out[row * size + column] = inverse[i * used.length + j])),
  )
  return out
}
