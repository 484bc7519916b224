import { fitGp, type GpFit } from './gp.ts'
import { coefficientMeans, predictLatent } from './predict.ts'
import { logisticNormalMean, scoreCount } from './predictive.ts'
import { seededRandom, shuffledIndices } from './random.ts'
import type { ClusterData, FoldResult, FoldTask } from './types.ts'

const PERMUTATIONS = 10

/**
 * Predictions of a fit at clusters, judged against their counts. `mean` is the prevalence, the cluster effect
 * integrated out; scores and intervals are of the counts, cluster effect included. Permutation importance (Breiman 2001) moves one covariate among these clusters and keeps
 * the variance: the effect on the mean is exact, b_j·(x' − x) on the logit scale.
 */
export function judge(fit: GpFit, data: ClusterData, seed: number): FoldResult {
  const count = data.longitude.length
  const latent = predictLatent(fit, data)
  const result: FoldResult = {
    mean: new Float64Array(count),
    lower: new Float64Array(count),
    upper: new Float64Array(count),
    lpd: new Float64Array(count),
    crps: new Float64Array(count),
    covered50: new Uint8Array(count),
    covered80: new Uint8Array(count),
    covered95: new Uint8Array(count),
    pitLower: new Float64Array(count),
    pitUpper: new Float64Array(count),
    permutedSquaredError: data.covariates.map(() => new Float64Array(count)),
  }
  const clusterVariance = fit.clusterSd * fit.clusterSd
  const observed = (t: number) => data.numerator[t] / data.denominator[t]
  const sd = latent.variance.map((variance) => Math.sqrt(variance + clusterVariance))
  for (let t = 0; t < count; t++) {
    const score = scoreCount(data.numerator[t], data.denominator[t], latent.mean[t], sd[t])
    result.mean[t] = logisticNormalMean(latent.mean[t], sd[t])
    result.lower[t] = score.lower
    result.upper[t] = score.upper
    result.lpd[t] = score.lpd
    result.crps[t] = score.crps
    result.covered50[t] = score.covered50 ? 1 : 0
    result.covered80[t] = score.covered80 ? 1 : 0
    result.covered95[t] = score.covered95 ? 1 : 0
    result.pitLower[t] = score.pitLower
    result.pitUpper[t] = score.pitUpper
  }
  const coefficients = coefficientMeans(fit)
  const random = seededRandom(seed, 7)
  for (let c = 1; c < fit.width; c++) {
    for (let round = 0; round < PERMUTATIONS; round++) {
      const order = shuffledIndices(count, random)
      for (let t = 0; t < count; t++) {
        const moved = latent.design[order[t] * fit.width + c] - latent.design[t * fit.width + c]
        const mean = logisticNormalMean(latent.mean[t] + coefficients[c] * moved, sd[t])
        result.permutedSquaredError[c - 1][t] += (mean - observed(t)) ** 2 / PERMUTATIONS
      }
    }
  }
  return result
}

/** Refits the whole procedure without the held-out clusters, from the full fit's parameters, and judges it on them. */
export async function runFold(task: FoldTask, pause?: () => Promise<void>): Promise<FoldResult> {
  const names = task.train.covariates.map((_, index) => String(index))
  const fit = await fitGp(task.train, names, { start: task.start, strict: false, pause })
  return judge(fit, task.test, task.seed)
}
