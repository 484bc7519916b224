import { permutedSquaredErrors } from './importance.ts'
import type { ClusterPrediction } from '../model.ts'
import { ModelError } from '../model-error.ts'
import { modelOf } from '../models.ts'
import type { ClusterData, ClusterScores, FailedFold, FoldResult, FoldTask } from '../folds/fold-types.ts'

/**
 * Scores predictions at clusters by their counts. `mean` is the prevalence, the cluster effect integrated out; scores
 * and intervals are those of the counts, cluster effect included.
 */
export function scoreClusters(prediction: ClusterPrediction, data: ClusterData): ClusterScores {
  const count = data.longitude.length
  const result: ClusterScores = {
    mean: prediction.mean,
    lower: new Float64Array(count),
    upper: new Float64Array(count),
    lpd: new Float64Array(count),
    crps: new Float64Array(count),
    covered50: new Uint8Array(count),
    covered80: new Uint8Array(count),
    covered95: new Uint8Array(count),
    expected50: new Float64Array(count),
    expected80: new Float64Array(count),
    expected95: new Float64Array(count),
    pitLower: new Float64Array(count),
    pitUpper: new Float64Array(count),
    z: new Float64Array(count),
  }
  for (let t = 0; t < count; t++) {
    const score = prediction.score(t, data.numerator[t], data.denominator[t])
    result.lower[t] = score.lower
    result.upper[t] = score.upper
    result.lpd[t] = score.lpd
    result.crps[t] = score.crps
    result.covered50[t] = score.covered50 ? 1 : 0
    result.covered80[t] = score.covered80 ? 1 : 0
    result.covered95[t] = score.covered95 ? 1 : 0
    result.expected50[t] = score.expected50
    result.expected80[t] = score.expected80
    result.expected95[t] = score.expected95
    result.pitLower[t] = score.pitLower
    result.pitUpper[t] = score.pitUpper
    result.z[t] = score.z
  }
  return result
}

/**
 * Refits the whole procedure without the held-out clusters, from the full fit's parameters, and scores it on them. A
 * fold that cannot be fitted costs that fold, not the layer.
 */
export async function runFold(task: FoldTask, pause?: () => Promise<void>): Promise<FoldResult | FailedFold> {
  const { method, train, test, start, seed, importance } = task
  const names = train.covariates.map((_, index) => String(index))
  try {
    const fit = await modelOf(method).fit(train, names, { start, strict: false, pause })
    const prediction = fit.predictClusters(test)
    return {
      ...scoreClusters(prediction, test),
      permutedSquaredError: importance ? permutedSquaredErrors(prediction, test, seed) : [],
    }
  } catch (error) {
    if (error instanceof ModelError) return { failed: error.message }
    throw error
  }
}
