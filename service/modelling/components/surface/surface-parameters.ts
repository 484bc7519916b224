import type { ParameterPrior } from '../component.ts'

/** Least prior mean of the surface's variance, in squared logits. */
const LEAST_MEAN_VARIANCE = 0.5
/** Start value of the search for the surface's sd. */
const TYPICAL_SD = 0.5
/** Mean of the range per extent. */
export const RANGE_PER_EXTENT = 0.5

/**
 * Prior mean of the surface's variance, at least 0.5: how much more clusters differ than neighbours do, the variance of
 * their empirical logits less half the mean squared difference of each from the nearest cluster's. Neighbours differ by
 * sampling and cluster effects, so that those do not count.
 */
export function meanSurfaceVariance(
  numerator: Float64Array,
  denominator: Float64Array,
  nearest: Int32Array,
): number {
  const n = numerator.length
  const logits = numerator.map((y, i) => Math.log((y + 0.5) / (denominator[i] - y + 0.5)))
  const mean = logits.reduce((sum, value) => sum + value, 0) / n
  const all = logits.reduce((sum, value) => sum + (value - mean) ** 2, 0) / n
  const near = logits.reduce((sum, value, i) => sum + (value - logits[nearest[i]]) ** 2, 0) / (2 * n)
  return Math.max(LEAST_MEAN_VARIANCE, all - near)
}

/**
 * Sd and range. `extentKm` is the root mean square distance of clusters. A density of a log has one more factor of the
 * variable than that of the variable itself.
 *
 * - sd² exponential, flat near 0: a surface that the clusters barely show is not taken to be flat, with intervals that
 *   are too narrow (Chung et al. 2013; Datta, Rao and Smith 2005).
 * - Range gamma with shape 2: clusters can hardly distinguish one above their extent from a trend, and its intervals are
 *   too narrow, so the density falls exponentially.
 */
export function surfaceParameters(extentKm: number, meanVariance: number): ParameterPrior[] {
  const typicalRange = Math.log(RANGE_PER_EXTENT * extentKm)
  return [
    {
      typical: Math.log(TYPICAL_SD),
      logDensity: (log) => 2 * log - Math.exp(2 * log) / meanVariance,
      slope: (log) => 2 - (2 * Math.exp(2 * log)) / meanVariance,
    },
    {
      typical: typicalRange,
      logDensity: (log) => 2 * log - 2 * Math.exp(log - typicalRange),
      slope: (log) => 2 - 2 * Math.exp(log - typicalRange),
    },
  ]
}

/** Log ratio of the density of sd and range with the prior means of variance and range multiplied to that without. */
export function logPriorRatio(
  { sd, rangeKm }: { sd: number; rangeKm: number },
  { meanVariance, typical }: { meanVariance: number; typical: ArrayLike<number> },
  { variance, range }: { variance: number; range: number },
): number {
  return (
    ((sd * sd) / meanVariance) * (1 - 1 / variance) + 2 * (rangeKm / Math.exp(typical[1])) * (1 - 1 / range)
  )
}
