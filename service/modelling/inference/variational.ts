import { laplaceMode, type LaplaceMode } from './laplace.ts'
import type { Likelihood } from '../likelihood/likelihood.ts'
import { inverseDiagonalFromCholesky } from '../numerics/linear-algebra.ts'

/** Standard normal trapezoid nodes: for a logistic integrand the error is below 1e-8 up to a standard deviation of 2. */
const STEP = 0.5
const NODES = Array.from({ length: 25 }, (_, i) => (i - 12) * STEP)
const TOTAL = NODES.reduce((sum, z) => sum + Math.exp(-0.5 * z * z), 0)
const WEIGHTS = NODES.map((z) => Math.exp(-0.5 * z * z) / TOTAL)

export const MAX_PASSES = 4
/** Passes end once no latent mean moves by more than this, in logits. */
export const SETTLED = 0.02

/** The likelihood averaged over N(m_i, variance_i), as a function of the means m; log-concave if the likelihood is. */
export function averagedLikelihood(likelihood: Likelihood, variance: Float64Array): Likelihood {
  const { size } = likelihood
  const sd = variance.map(Math.sqrt)
  const shifted = new Float64Array(size)
  const parts = [0, 1, 2].map(() => new Float64Array(size))
  const shift = (means: Float64Array, z: number) => {
    for (let i = 0; i < size; i++) shifted[i] = means[i] + sd[i] * z
    return shifted
  }
  return {
    size,
    logDensity: (means) =>
      NODES.reduce((sum, z, node) => sum + WEIGHTS[node] * likelihood.logDensity(shift(means, z)), 0),
    derivatives(means, ...out) {
      for (const values of out) values.fill(0)
      NODES.forEach((z, node) => {
        likelihood.derivatives(shift(means, z), parts[0], parts[1], parts[2])
        out.forEach((values, which) => {
          for (let i = 0; i < size; i++) values[i] += WEIGHTS[node] * parts[which][i]
        })
      })
    },
  }
}

interface VariationalMean {
  mode: LaplaceMode
  /** Posterior variances of the latent values, as the start for nearby parameters. */
  variance: Float64Array
}

/**
 * Moves Laplace's approximation from the mode to the mean: the Gaussian N(m, V) closest to the posterior, with m = K·a,
 * a = E ∇log p(y | f) and V = (K⁻¹ + W)⁻¹, W = −E ∇²log p(y | f), expectations under N(m, V). Each pass solves for m by
 * Newton's iteration with the variances of the previous pass. The mode is too far from zero logits if counts are rare
 * or cluster effects strong. Opper and Archambeau 2009; van Niekerk and Rue, arXiv 2111.12945. `k` and `work` are n·n;
 * the evidence stays Laplace's.
 */
export function variationalMean(
  k: Float64Array,
  likelihood: Likelihood,
  laplace: LaplaceMode,
  work: Float64Array,
  startVariance: Float64Array | null,
): VariationalMean {
  let variance = startVariance ?? latentVariance(laplace)
  let mode = laplace
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const next = laplaceMode(k, averagedLikelihood(likelihood, variance), mode.a, work, mode.rootW)
    const moved = next.f.reduce((most, value, i) => Math.max(most, Math.abs(value - mode.f[i])), 0)
    mode = next
    if (pass > 0 && moved < SETTLED) break
    variance = latentVariance(mode)
  }
  return { mode: { ...mode, logMarginal: laplace.logMarginal }, variance }
}

/** Diagonal of (K⁻¹ + W)⁻¹: (1 − B⁻¹_ii)/W_ii. */
function latentVariance({ l, rootW }: LaplaceMode): Float64Array {
  const inverse = inverseDiagonalFromCholesky(l, rootW.length)
  return rootW.map((root, i) => Math.max(1 - inverse[i], 0) / (root * root))
}
