import type { GpFit } from '../inference/gp.ts'
import {
  cholesky,
  inverseFromCholesky,
  multiply,
  solveLowerRows,
  solveUpper,
  submatrix,
} from '../numerics/linear-algebra.ts'
import { matern32LogDerivative } from '../components/matern.ts'
import type { UnitResiduals } from '../model.ts'
import { coefficientMeans } from '../inference/predict.ts'
import { chordKm } from '../numerics/sphere.ts'

/**
 * a = ∇log p(y | f) = y − n·p is R·z for pseudo-data z = f + W⁻¹a of covariance K + W⁻¹ = R⁻¹, so a has covariance
 * R = W^½ B⁻¹ W^½ (Rasmussen and Williams 2006, section 3.4). With T = a'Q·a, Q = S·C⁻¹·S', S the units as columns and
 * C = S'R·S, and the scores U_k = ½(a'∂K_k·a − tr(R·∂K_k)): E(T | U) = units + c'I⁻¹U and Var(T | U) = 2·units − c'I⁻¹c,
 * c_k = tr(C⁻¹S'R·∂K_k·R·S), I_kl = ½tr(R·∂K_k·R·∂K_l). Estimates would set U to 0 but for their priors.
 * The intercept b₀ has a vague prior of variance S₀ in K but is one number: given it, T has b₀²·q instead of S₀·q degrees
 * of freedom, q = w'C⁻¹w, w = S'R·1.
 */
export function unitResidualsOf(fit: GpFit): (unit: Int32Array, units: number) => UnitResiduals {
  let scores: Scores | undefined
  return (unit, units) => {
    const { residual, covariance, rows } = residualsOf(fit, unit, units)
    scores ??= scoresOf(fit)
    return { residual, covariance, ...absorbedBy(fit, scores, rows, covariance, units) }
  }
}

/** Sums, their covariance C, and R·1_u as one row per unit. */
function residualsOf(fit: GpFit, unit: Int32Array, units: number) {
  const { a, rootW, l } = fit.mode
  const n = a.length
  const residual = new Float64Array(units)
  const rows = new Float64Array(units * n)
  unit.forEach((which, i) => {
    if (which < 0) return
    residual[which] += a[i]
    rows[which * n + i] = rootW[i]
  })
  solveLowerRows(l, n, rows, units)
  const covariance = crossProducts(rows, rows, n, units)
  // Each row becomes R·1_u.
  for (let u = 0; u < units; u++) {
    const row = rows.subarray(u * n, (u + 1) * n)
    solveUpper(l, n, row)
    for (let i = 0; i < n; i++) row[i] *= rootW[i]
  }
  return { residual, covariance, rows }
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

/** What the three parameters' scores need, whatever the units: it takes several n × n products. */
interface Scores {
  /** m·∂K_k, row by row, for the rows of m. */
  times: (m: Float64Array, k: number) => Float64Array
  /** U. */
  scores: number[]
  /** I⁻¹, 3 × 3. */
  inverseInformation: Float64Array
}

function scoresOf(fit: GpFit): Scores {
  const { mode, points, correlation, sd, clusterSd, lengthScaleKm } = fit
  const n = mode.a.length
  const r = inverseFromCholesky(mode.l, n)
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) r[i * n + j] *= mode.rootW[i] * mode.rootW[j]
  const variance = sd ** 2
  const byLength = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const slope =
        variance * matern32LogDerivative(chordKm(points, i, points, j), lengthScaleKm, correlation[i * n + j])
      byLength[i * n + j] = byLength[j * n + i] = slope
    }
  }
  const derivatives = [correlation.map((value) => 2 * variance * value), byLength, null]
  const own = 2 * clusterSd ** 2
  const times = (m: Float64Array, k: number) => {
    const derivative = derivatives[k]
    if (!derivative) return m.map((value) => own * value)
    const out = new Float64Array(m.length)
    for (let at = 0; at < m.length; at += n)
      multiply(derivative, m.subarray(at, at + n), out.subarray(at, at + n))
    return out
  }
  const products = [0, 1, 2].map((k) => times(r, k))
  const scores = products.map((product, k) => {
    const moved = times(mode.a, k)
    let sum = 0
    for (let i = 0; i < n; i++) sum += mode.a[i] * moved[i] - product[i * n + i]
    return sum / 2
  })
  const information = new Float64Array(9)
  for (let k = 0; k < 3; k++) {
    for (let m = 0; m <= k; m++) {
      let trace = 0
      for (let i = 0; i < n; i++)
        for (let j = 0; j < n; j++) trace += products[k][i * n + j] * products[m][j * n + i]
      information[3 * k + m] = information[3 * m + k] = trace / 2
    }
  }
  return { times, scores, inverseInformation: inverseOf(information, 3) }
}

/** What parameters and intercept change, of the units that have clusters. `rows` has R·1_u. */
function absorbedBy(
  fit: GpFit,
  { times, scores, inverseInformation }: Scores,
  rows: Float64Array,
  covariance: Float64Array,
  units: number,
): Omit<UnitResiduals, 'residual' | 'covariance'> {
  const inverseC = inverseOf(covariance, units)
  const c = [0, 1, 2].map((k) => {
    const moved = crossProducts(rows, times(rows, k), rows.length / units, units)
    return moved.reduce((sum, value, at) => sum + value * inverseC[at], 0)
  })
  const slopes = new Float64Array(3)
  multiply(inverseInformation, Float64Array.from(c), slopes)
  const along = (values: number[]) => values.reduce((sum, value, k) => sum + slopes[k] * value, 0)
  const n = rows.length / units
  const level = Float64Array.from({ length: units }, (_, u) =>
    rows.subarray(u * n, (u + 1) * n).reduce((sum, value) => sum + value, 0),
  )
  const solved = new Float64Array(units)
  multiply(inverseC, level, solved)
  const q = level.reduce((sum, value, u) => sum + value * solved[u], 0)
  return {
    shift: along(scores) + coefficientMeans(fit)[0] ** 2 * q,
    absorbedFreedom: fit.coefficientVariance[0] * q,
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
