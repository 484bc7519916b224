import { laplaceMode, type LaplaceMode } from '#service/modelling/inference/laplace.ts'
import { averagedLikelihood } from '#service/modelling/inference/variational.ts'
import type { Likelihood } from '#service/modelling/likelihood/likelihood.ts'
import { inverseDiagonalFromCholesky } from '#service/modelling/numerics/linear-algebra.ts'

const MAX_PASSES = 4
const SETTLED = 0.02

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
