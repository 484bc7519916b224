import type { FoldScores, Metrics, Reliability } from '../diagnostics-types.ts'
import type { ClusterData, ClusterScores } from '../folds/fold-types.ts'

/** Mean of the values that are numbers: clusters of a failed fold have none. */
const meanOf = (values: ArrayLike<number>) => {
  let sum = 0
  let count = 0
  for (let index = 0; index < values.length; index++) {
    if (Number.isNaN(values[index])) continue
    sum += values[index]
    count++
  }
  return sum / count
}

/** Root mean squared error of each fold, then their mean: large and small folds count equally. */
export function meanFoldRmse(squaredError: Float64Array, fold: Int32Array, folds: number): number {
  const sums = new Float64Array(folds)
  const sizes = new Int32Array(folds)
  fold.forEach((value, cluster) => {
    if (Number.isNaN(squaredError[cluster])) return
    sums[value] += squaredError[cluster]
    sizes[value]++
  })
  return meanOf(sums.map((sum, index) => Math.sqrt(sum / sizes[index])))
}

/** Root mean squared error over the clusters of all folds. */
export const pooledRmse = (squaredError: Float64Array) => Math.sqrt(meanOf(squaredError))

/** (predicted − observed)² of the proportion of each cluster; NaN where there is no prediction. */
export function squaredErrors(predicted: Float64Array, observed: Float64Array): Float64Array {
  return predicted.map((value, index) => (value - observed[index]) ** 2)
}

/**
 * r2 = 1 − Σ(p̂ − p)² / Σ(p − p̄)² over all clusters, unweighted; rmse the mean over folds; rmse_pooled and mae over all clusters;
 * brier = Σ (y·(1 − p̂)² + (n − y)·p̂²) / Σ n; lpd the sum over clusters; crps and coverages, actual and expected, means over clusters.
 * Training figures are one fold. Clusters of a failed fold are left out.
 */
export function metricsOf(
  result: ClusterScores,
  { numerator, denominator }: Pick<ClusterData, 'numerator' | 'denominator'>,
  fold: Int32Array,
  folds: number,
): Metrics {
  const predicted = [...result.mean.keys()].filter((i) => !Number.isNaN(result.mean[i]))
  const observed = numerator.map((y, i) => y / denominator[i])
  const errors = squaredErrors(result.mean, observed)
  const average = meanOf(predicted.map((i) => observed[i]))
  const total = meanOf(predicted.map((i) => (observed[i] - average) ** 2))
  let brier = 0
  let people = 0
  for (const i of predicted) {
    const p = result.mean[i]
    brier += numerator[i] * (1 - p) ** 2 + (denominator[i] - numerator[i]) * p ** 2
    people += denominator[i]
  }
  const shareOf = (covered: Uint8Array) => meanOf(predicted.map((i) => covered[i]))
  return {
    r2: total > 0 ? 1 - meanOf(errors) / total : Number.NaN,
    rmse: meanFoldRmse(errors, fold, folds),
    rmse_pooled: pooledRmse(errors),
    mae: meanOf(result.mean.map((value, index) => Math.abs(value - observed[index]))),
    brier: brier / people,
    lpd: predicted.reduce((sum, i) => sum + result.lpd[i], 0),
    crps: meanOf(result.crps),
    coverage_50: shareOf(result.covered50),
    coverage_80: shareOf(result.covered80),
    coverage_95: shareOf(result.covered95),
    expected_coverage_50: meanOf(result.expected50),
    expected_coverage_80: meanOf(result.expected80),
    expected_coverage_95: meanOf(result.expected95),
  }
}

/** Log predictive density and squared error of the proportion, summed by fold. */
export function foldScoresOf(
  { mean, lpd }: ClusterScores,
  { numerator, denominator }: Pick<ClusterData, 'numerator' | 'denominator'>,
  fold: Int32Array,
  folds: number,
): FoldScores {
  const scores: FoldScores = { lpd: Array(folds).fill(0), squared_error: Array(folds).fill(0) }
  fold.forEach((wanted, i) => {
    scores.lpd[wanted] += lpd[i]
    scores.squared_error[wanted] += (mean[i] - numerator[i] / denominator[i]) ** 2
  })
  return scores
}

const GROUPS = 10

/** Observed against predicted prevalence, weighted by people, in ten groups of clusters by predicted prevalence. */
export function reliabilityOf(
  { mean }: ClusterScores,
  { numerator, denominator }: Pick<ClusterData, 'numerator' | 'denominator'>,
): Reliability {
  const order = [...mean.keys()].filter((i) => !Number.isNaN(mean[i])).toSorted((a, b) => mean[a] - mean[b])
  const groups = Array.from({ length: GROUPS }, (_, group) =>
    order.slice(
      Math.floor((group * order.length) / GROUPS),
      Math.floor(((group + 1) * order.length) / GROUPS),
    ),
  ).filter((group) => group.length > 0)
  const people = groups.map((group) => group.reduce((sum, i) => sum + denominator[i], 0))
  return {
    people,
    predicted: groups.map(
      (group, at) => group.reduce((sum, i) => sum + denominator[i] * mean[i], 0) / people[at],
    ),
    observed: groups.map((group, at) => group.reduce((sum, i) => sum + numerator[i], 0) / people[at]),
  }
}

/**
 * Non-randomised histogram of the probability integral transform of counts: each cluster spreads its mass evenly over
 * [F(y − 1), F(y)]. Shares sum to 1; flat is calibrated (Czado, Gneiting and Held 2009, Biometrics 65).
 */
export function pitHistogram({ pitLower, pitUpper }: ClusterScores, bins = 10): number[] {
  const below = (lower: number, upper: number, at: number) =>
    upper > lower ? Math.min(Math.max((at - lower) / (upper - lower), 0), 1) : at >= upper ? 1 : 0
  return Array.from({ length: bins }, (_, bin) => {
    let sum = 0
    let count = 0
    for (let index = 0; index < pitLower.length; index++) {
      if (Number.isNaN(pitLower[index])) continue
      count++
      const [lower, upper] = [pitLower[index], pitUpper[index]]
      const start = bin === 0 ? 0 : below(lower, upper, bin / bins)
      const end = bin === bins - 1 ? 1 : below(lower, upper, (bin + 1) / bins)
      sum += end - start
    }
    return sum / count
  })
}
