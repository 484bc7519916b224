import type { LatentModel } from './latent-model.ts'
import type { Mode } from './mode.ts'
import type { Likelihood } from '../likelihood/likelihood.ts'

/** Standard normal trapezoid nodes: for a logistic integrand the error is below 1e-8 up to a standard deviation of 2. */
const STEP = 0.5
const NODES = Array.from({ length: 25 }, (_, i) => (i - 12) * STEP)
const TOTAL = NODES.reduce((sum, z) => sum + Math.exp(-0.5 * z * z), 0)
const WEIGHTS = NODES.map((z) => Math.exp(-0.5 * z * z) / TOTAL)

const MAX_PASSES = 4
/** Passes end once no latent mean moves by more than this, in logits. */
const SETTLED = 0.02

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

/**
 * Moves Laplace's approximation from the mode to the mean: the Gaussian N(m, V) closest to the posterior, where the mean
 * of the field solves E ∇log p(y | eta) = Q·m and V's precision has W = −E ∇² log p(y | eta), expectations under N(m, V).
 * Each pass solves for m by Newton's iteration with the variances of the pass before. The mode is too far from zero logits
 * if counts are rare or cluster effects strong. Opper and Archambeau 2009; van Niekerk and Rue, arXiv 2111.12945. The
 * evidence stays Laplace's.
 */
export function variationalMean(model: LatentModel, theta: Float64Array): Mode {
  const laplace = model.mode(theta)
  let variance = model.lastVariances ?? model.latentVariances(laplace)
  let mode = laplace
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const next = model.mode(theta, averagedLikelihood(model.shape.likelihood, variance))
    const moved = next.eta.reduce((most, value, i) => Math.max(most, Math.abs(value - mode.eta[i])), 0)
    mode = next
    if (pass > 0 && moved < SETTLED) break
    variance = model.latentVariances(mode)
  }
  model.lastVariances = variance
  return { ...mode, logMarginal: laplace.logMarginal }
}
