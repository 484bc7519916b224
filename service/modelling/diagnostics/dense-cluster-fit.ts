import { correlationRoot } from '../inference/cluster-draws.ts'
import { matern32 } from '../components/matern.ts'
import type { GpFit } from '../inference/gp.ts'
import { coefficientMeans } from '../inference/predict.ts'
import type { Random } from '../numerics/random.ts'
import type { ClusterFit } from './cluster-fit.ts'

/** What a variogram needs of the dense fit. One Cholesky factor for all surfaces. */
export function clusterFitOf(fit: GpFit): ClusterFit {
  const { points, sd, clusterSd, overdispersion, lengthScaleKm, mode, design, width } = fit
  const coefficients = coefficientMeans(fit)
  const linear = mode.a.map((_, i) => coefficients.reduce((sum, b, c) => sum + b * design[i * width + c], 0))
  let root: Float64Array | null = null
  return {
    points,
    linear,
    latent: mode.f,
    sd,
    clusterSd,
    overdispersion,
    correlation: (distanceKm) => matern32(distanceKm, lengthScaleKm),
    simulateSurface(random) {
      root ??= correlationRoot(fit)
      return surfaceOf(root, sd, random)
    },
  }
}

/** sd·L·z of independent normal z, L the Cholesky factor of a correlation matrix. */
export function surfaceOf(root: Float64Array, sd: number, random: Random): Float64Array {
  const n = Math.sqrt(root.length)
  const z = Float64Array.from({ length: n }, () => random.normal())
  return z.map((_, i) => {
    let sum = 0
    for (let k = 0; k <= i; k++) sum += root[i * n + k] * z[k]
    return sd * sum
  })
}
