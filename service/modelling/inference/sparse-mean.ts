import type { SparseLatentModel } from './sparse-latent-model.ts'
import type { SparseMode } from './sparse-mode.ts'
import { averagedLikelihood, MAX_PASSES, SETTLED } from './variational.ts'

/**
 * The Gaussian closest to the posterior at theta, as `variationalMean` finds it with dense algebra: each pass averages
 * the likelihood over the variances of the one before. The evidence stays Laplace's.
 */
export function sparseMean(model: SparseLatentModel, theta: Float64Array): SparseMode {
  const laplace = model.mode(theta)
  let mode = laplace
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const averaged = averagedLikelihood(model.shape.likelihood, model.latentVariances(theta, mode))
    const next = model.mode(theta, averaged)
    const moved = next.eta.reduce((most, value, i) => Math.max(most, Math.abs(value - mode.eta[i])), 0)
    mode = next
    if (moved < SETTLED) break
  }
  return { ...mode, logMarginal: laplace.logMarginal }
}
