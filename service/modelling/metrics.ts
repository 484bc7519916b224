import type { ClusterScores, Metrics } from './types.ts'

const meanOf = (values: ArrayLike<number>) => {
  let sum = 0
  for (let index = 0; index < values.length; index++) sum += values[index]
  return sum / values.length
}

/** Root mean squared error of each fold, then their mean: large and small folds count alike. */
export function meanFoldRmse(squaredError: Float64Array, fold: Int32Array, folds: number): number {
  const sums = new Float64Array(folds)
  const sizes = new Int32Array(folds)
  fold.forEach((value, cluster) => {
    sums[value] += squaredError[cluster]
    sizes[value]++
  })
  return meanOf(sums.map((sum, index) => Math.sqrt(sum / sizes[index])))
}

export function squaredErrors(predicted: Float64Array, observed: Float64Array): Float64Array {
  return predicted.map((value, index) => (value - observed[index]) ** 2)
}

/**
 * r2 = 1 − Σ(p̂ − p)² / Σ(p − p̄)² over all clusters, unweighted; rmse the mean over folds; mae over all clusters;
 * lpd the sum over clusters; crps and coverages means over clusters. Training figures are one fold.
 */
export function metricsOf(
  result: ClusterScores,
  observed: Float64Array,
  fold: Int32Array,
  folds: number,
): Metrics {
  const errors = squaredErrors(result.mean, observed)
  const average = meanOf(observed)
  const total = meanOf(observed.map((value) => (value - average) ** 2))
  return {
    r2: 1 - meanOf(errors) / total,
    rmse: meanFoldRmse(errors, fold, folds),
    mae: meanOf(result.mean.map((value, index) => Math.abs(value - observed[index]))),
    lpd: result.lpd.reduce((sum, value) => sum + value, 0),
    crps: meanOf(result.crps),
    coverage_50: meanOf(result.covered50),
    coverage_80: meanOf(result.covered80),
    coverage_95: meanOf(result.covered95),
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
    for (let index = 0; index < pitLower.length; index++) {
      const [lower, upper] = [pitLower[index], pitUpper[index]]
      const start = bin === 0 ? 0 : below(lower, upper, bin / bins)
      const end = bin === bins - 1 ? 1 : below(lower, upper, (bin + 1) / bins)
      sum += end - start
    }
    return sum / pitLower.length
  })
}
