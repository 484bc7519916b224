/** How much better the clusters of all folds are predicted by one model than by another. */
export interface BlockGain {
  /** Difference of the log predictive densities. */
  gain: number
  /** Standard error of the gain over folds, not clusters, because the errors of clusters in a block are correlated. */
  standard_error: number
  /** Folds with a difference. */
  folds: number
}

/** Differences that are not numbers are left out. Null with fewer than two folds or without any difference. */
export function blockGain(
  lpd: Float64Array,
  reference: Float64Array,
  fold: Int32Array,
  folds: number,
): BlockGain | null {
  const sums = new Float64Array(folds)
  const sizes = new Int32Array(folds)
  fold.forEach((which, cluster) => {
    const gain = lpd[cluster] - reference[cluster]
    if (!Number.isFinite(gain)) return
    sums[which] += gain
    sizes[which]++
  })
  const gains = [...sums].filter((_, which) => sizes[which] > 0)
  const count = gains.length
  if (count < 2) return null
  const total = gains.reduce((sum, value) => sum + value, 0)
  const mean = total / count
  const variance = gains.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1)
  const standardError = Math.sqrt(count * variance)
  if (!(standardError > 0)) return null
  return { gain: total, standard_error: standardError, folds: count }
}
