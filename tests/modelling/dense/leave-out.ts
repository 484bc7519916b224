import type { HeldOut } from '#service/modelling/inference/leave-out.ts'
import { membersOf } from '#service/modelling/folds/fold-split.ts'
import type { LaplaceMode } from '#service/modelling/inference/laplace.ts'
import {
  cholesky,
  inverseFromCholesky,
  multiply,
  submatrix,
} from '#service/modelling/numerics/linear-algebra.ts'

/**
 * Latent values of each cluster given the clusters outside its fold, parameters held: with pseudo-data z = f + W⁻¹a of
 * covariance R⁻¹, R = W^½ B⁻¹ W^½, z_I given the others has mean z_I − R_II⁻¹·a_I and covariance R_II⁻¹, of which W⁻¹ is
 * noise. Exact for a Gaussian likelihood; for counts, the leave-group-out approximation of Liu and Rue, arXiv 2210.04482.
 * Costs one inverse, B⁻¹, instead of a fit per fold. Cluster effects are part of the values. NaN for a fold without a
 * factor.
 */
export function leaveOut(
  { f, a, rootW, l }: LaplaceMode,
  fold: Int32Array,
  folds: number,
  inverse = inverseFromCholesky(l, f.length),
): HeldOut {
  const n = f.length
  const held = { mean: new Float64Array(n).fill(Number.NaN), sd: new Float64Array(n).fill(Number.NaN) }
  for (let wanted = 0; wanted < folds; wanted++) {
    const members = membersOf(fold, wanted, true)
    const size = members.length
    const r = submatrix(inverse, n, [...members])
    for (let i = 0; i < size; i++)
      for (let j = 0; j < size; j++) r[i * size + j] *= rootW[members[i]] * rootW[members[j]]
    // Rounding, where a cluster has almost no information.
    if (!cholesky(r, size)) continue
    const covariance = inverseFromCholesky(r, size)
    const moved = new Float64Array(size)
    multiply(
      covariance,
      Float64Array.from(members, (i) => a[i]),
      moved,
    )
    members.forEach((i, at) => {
      const noise = 1 / (rootW[i] * rootW[i])
      held.mean[i] = f[i] + a[i] * noise - moved[at]
      held.sd[i] = Math.sqrt(Math.max(covariance[at * size + at] - noise, 0))
    })
  }
  return held
}

/**
 * Mode and B⁻¹ with one more column `x` of the design, whose coefficient has the prior variance `variance`: K grows by
 * variance·x·x', of rank one, so with u = B⁻¹W^½x and d = 1/variance + x'Rx, B⁻¹ loses u·u'/d and a loses W^½u·(x'a)/d
 * (Sherman and Morrison). W and the pseudo-data z = f + W⁻¹a stay: one Newton step. Costs O(n²).
 */
export function withColumn(
  { f, a, rootW, ...rest }: LaplaceMode,
  inverse: Float64Array,
  x: Float64Array,
  variance: number,
): { mode: LaplaceMode; inverse: Float64Array } {
  const n = f.length
  const u = new Float64Array(n)
  multiply(
    inverse,
    rootW.map((root, i) => root * x[i]),
    u,
  )
  const inner = (values: Float64Array) => values.reduce((sum, value, i) => sum + x[i] * value, 0)
  const seen = rootW.map((root, i) => root * u[i])
  const divisor = 1 / variance + inner(seen)
  const share = inner(a) / divisor
  const nextA = a.map((value, i) => value - seen[i] * share)
  const nextF = f.map((value, i) => value + (a[i] - nextA[i]) / rootW[i] ** 2)
  return {
    mode: { ...rest, rootW, a: nextA, f: nextF },
    inverse: inverse.map((value, at) => value - (u[Math.floor(at / n)] * u[at % n]) / divisor),
  }
}
