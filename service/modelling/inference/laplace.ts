import type { Likelihood } from '../likelihood/likelihood.ts'
import { cholesky, multiply, solveLower, solveUpper } from '../numerics/linear-algebra.ts'
import { ModelError } from '../model-error.ts'

export interface LaplaceMode {
  /** Mode of the latent values, and a = K⁻¹f. */
  f: Float64Array
  a: Float64Array
  /** W = −∂² log p(y | f), its root, and the third derivative, at the mode. */
  curvature: Float64Array
  rootW: Float64Array
  third: Float64Array
  /** L of B = I + W^½ K W^½ (n·n, lower triangle). */
  l: Float64Array
  /** log p(y) ≈ log p(y | f) − ½ f'a − Σ log L_ii. */
  logMarginal: number
}

const MAX_ITERATIONS = 60
/** Convergence tolerance of the objective, in log units. */
const TOLERANCE = 1e-6
const MAX_CHORD_STEPS = 8
/** Chord steps end once one gains less than this, or more than this share of what the one before gained. */
const CHORD_TOLERANCE = 1e-9
const CHORD_SHARE = 0.2

/** B = I + W^½ K W^½ into `b`, lower triangle. */
function formB(k: Float64Array, n: number, rootW: Float64Array, b: Float64Array): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) b[i * n + j] = rootW[i] * k[i * n + j] * rootW[j]
    b[i * n + i] = 1 + rootW[i] * k[i * n + i] * rootW[i]
  }
}

/**
 * Newton's iteration for the mode of p(f | y) ∝ p(y | f)·N(f | 0, K) and Laplace's evidence. Rasmussen and Williams
 * 2006, algorithm 3.1. `k` is n·n, `startA` a previous a (warm start), `work` n·n. With `knownRootW`, `work` holds L of a
 * similar K and that W: steps with it cost O(n²) instead of O(n³), and leave one or two to Newton. Throws ModelError if B
 * has no Cholesky factor or the iteration does not converge.
 */
export function laplaceMode(
  k: Float64Array,
  likelihood: Likelihood,
  startA: Float64Array | null,
  work: Float64Array,
  knownRootW: Float64Array | null = null,
): LaplaceMode {
  const n = likelihood.size
  let a = startA ? startA.slice() : new Float64Array(n)
  let f = new Float64Array(n)
  multiply(k, a, f)
  const gradient = new Float64Array(n)
  const curvature = new Float64Array(n)
  const third = new Float64Array(n)
  const rootW = new Float64Array(n)
  const b = new Float64Array(n)
  const kb = new Float64Array(n)
  const objectiveOf = (weights: Float64Array, latent: Float64Array) => {
    let quadratic = 0
    for (let i = 0; i < n; i++) quadratic += weights[i] * latent[i]
    return likelihood.logDensity(latent) - 0.5 * quadratic
  }
  let objective = objectiveOf(a, f)
  if (startA) {
    const zero = new Float64Array(n)
    const atZero = objectiveOf(zero, zero)
    if (!(objective > atZero)) {
      a = zero
      f = new Float64Array(n)
      objective = atZero
    }
  }

  // δa = r − W^½ B⁻¹ W^½ K·r, r = ∇log p(y | f) − a: Newton's step if B were that of this K and f.
  let last = Infinity
  for (let step = 0; knownRootW && step < MAX_CHORD_STEPS; step++) {
    likelihood.derivatives(f, gradient, curvature, third)
    for (let i = 0; i < n; i++) b[i] = gradient[i] - a[i]
    multiply(k, b, kb)
    for (let i = 0; i < n; i++) kb[i] *= knownRootW[i]
    solveLower(work, n, kb)
    solveUpper(work, n, kb)
    const nextA = a.map((value, i) => value + b[i] - knownRootW[i] * kb[i])
    const nextF = new Float64Array(n)
    multiply(k, nextA, nextF)
    const next = objectiveOf(nextA, nextF)
    const gain = next - objective
    if (!(gain > 0)) break
    a = nextA
    f = nextF
    objective = next
    if (gain < CHORD_TOLERANCE || gain > CHORD_SHARE * last) break
    last = gain
  }

  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    likelihood.derivatives(f, gradient, curvature, third)
    for (let i = 0; i < n; i++) rootW[i] = Math.sqrt(Math.max(curvature[i], 1e-12))
    formB(k, n, rootW, work)
    if (!cholesky(work, n)) {
      throw new ModelError('The covariance of the clusters is singular; look for extreme or repeated values.')
    }
    for (let i = 0; i < n; i++) b[i] = curvature[i] * f[i] + gradient[i]
    multiply(k, b, kb)
    for (let i = 0; i < n; i++) kb[i] *= rootW[i]
    solveLower(work, n, kb)
    solveUpper(work, n, kb)
    const nextA = new Float64Array(n)
    for (let i = 0; i < n; i++) nextA[i] = b[i] - rootW[i] * kb[i]
    const nextF = new Float64Array(n)
    multiply(k, nextA, nextF)
    let next = objectiveOf(nextA, nextF)
    for (let halving = 0; !(next >= objective - 1e-12 * Math.abs(objective)) && halving < 30; halving++) {
      for (let i = 0; i < n; i++) {
        nextA[i] = 0.5 * (nextA[i] + a[i])
        nextF[i] = 0.5 * (nextF[i] + f[i])
      }
      next = objectiveOf(nextA, nextF)
    }
    const gain = next - objective
    a = nextA
    f = nextF
    objective = next
    // Newton converges quadratically: after so small a gain, L and W of the previous point are accurate enough for this
    // one.
    if (Math.abs(gain) < TOLERANCE) {
      let logDeterminant = 0
      for (let i = 0; i < n; i++) logDeterminant += Math.log(work[i * n + i])
      const logMarginal = objective - logDeterminant
      if (!Number.isFinite(logMarginal)) break
      return { f, a, curvature, rootW, third, l: work, logMarginal }
    }
  }
  throw new ModelError(
    'The model did not converge on these counts; check for extreme numerators or covariates.',
  )
}
