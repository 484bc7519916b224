import type { ClusterPrediction } from '../model.ts'
import { seededRandom, shuffledIndices } from '../numerics/random.ts'
import type { ClusterData } from '../folds/fold-types.ts'

/** Of one covariate: ten, fewer where a fold has more than a thousand clusters, which say as much in one permutation. */
const PERMUTATIONS = 10
const PREDICTIONS = 10_000

/**
 * Squared error of held-out clusters when one covariate is permuted among them, mean over up to ten permutations: an array
 * per covariate, a value per cluster. Permutation importance: Breiman 2001, Machine Learning 45. Works for any model.
 */
export function permutedSquaredErrors(
  prediction: ClusterPrediction,
  data: ClusterData,
  seed: number,
): Float64Array[] {
  const { numerator, denominator, covariates } = data
  const count = numerator.length
  const rounds = Math.max(1, Math.min(PERMUTATIONS, Math.ceil(PREDICTIONS / count)))
  const random = seededRandom(seed, 7)
  return covariates.map((values, index) => {
    const errors = new Float64Array(count)
    for (let round = 0; round < rounds; round++) {
      const order = shuffledIndices(count, random)
      const permuted = values.map((_, t) => values[order[t]])
      const mean = prediction.meanWith(covariates.with(index, permuted))
      for (let t = 0; t < count; t++) errors[t] += (mean[t] - numerator[t] / denominator[t]) ** 2 / rounds
    }
    return errors
  })
}
