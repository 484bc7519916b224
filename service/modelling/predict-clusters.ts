import { designMatrix } from './components/components.ts'
import type { LatentFit, LatentPrediction } from './inference/latent-fit.ts'
import { logisticNormalMean, scoreCount } from './likelihood/predictive.ts'
import type { ClusterPrediction } from './model.ts'

/** Predictive distributions of clusters from those of their latent surface. */
export function predictClusters(fit: LatentFit, latent: LatentPrediction): ClusterPrediction {
  const { width, coefficients, standardisation } = fit
  const clusterVariance = fit.clusterSd * fit.clusterSd
  const sd = latent.variance.map((variance) => Math.sqrt(variance + clusterVariance))
  return {
    mean: latent.mean.map((mean, t) => logisticNormalMean(mean, sd[t])),
    score: (t, numerator, denominator) =>
      scoreCount(numerator, denominator, latent.mean[t], sd[t], fit.overdispersion),
    meanWith(covariates) {
      const design = designMatrix([...covariates], latent.mean.length, standardisation)
      return latent.mean.map((mean, t) => {
        let moved = mean
        for (let c = 1; c < width; c++) {
          const at = t * width + c
          moved += coefficients[c] * (design[at] - latent.design[at])
        }
        return logisticNormalMean(moved, sd[t])
      })
    },
  }
}
