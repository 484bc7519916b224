/**
 * Priors of theta = log(sd, range, cluster sd, sds of curves…), as densities of the logs.
 *
 * - sd² exponential, flat near 0: a surface that the clusters barely show is not taken to be flat, with intervals that
 *   are too narrow (Chung et al. 2013; Datta, Rao and Smith 2005).
 * - Range gamma with shape 2: clusters can hardly distinguish one above their extent from a trend, and its intervals are
 *   too narrow, so the density falls exponentially.
 * - The others log-normal.
 */

/** Least prior mean of the surface's variance, in squared logits. */
const LEAST_MEAN_VARIANCE = 0.5
/** Start value of the search for the surface's sd. */
const TYPICAL_SD = 0.5
/** Mean of the range per extent. */
export const RANGE_PER_EXTENT = 0.5
/** Medians of the cluster effect's sd and of the sd of a covariate's curve about its line. */
export const PRIOR_CLUSTER_SD = 0.3
export const PRIOR_CURVE_SD = 0.2
/** Standard deviation of their logarithms: a factor of 7 either way within 95 %. */
export const SPREAD = 1
/** Prior standard deviations of the intercept and of a coefficient per standardised covariate, logit scale. */
export const INTERCEPT_SD = 5
export const COEFFICIENT_SD = 1

export interface ParameterPriors {
  /** Where densities peak, except that of the sd. */
  typical: Float64Array
  /** Prior mean of the surface's variance. */
  meanVariance: number
}

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

/** Typical theta: where densities peak, except that of the sd. `extentKm` is the root mean square distance of clusters. */
export function typicalParameters(extentKm: number, curves: number): Float64Array {
  return Float64Array.of(
    Math.log(TYPICAL_SD),
    Math.log(RANGE_PER_EXTENT * extentKm),
    Math.log(PRIOR_CLUSTER_SD),
    ...new Float64Array(curves).fill(Math.log(PRIOR_CURVE_SD)),
  )
}

/** Up to a constant. A density of a log has one more factor of the variable than that of the variable itself. */
export function logPrior(theta: Float64Array, { typical, meanVariance }: ParameterPriors): number {
  let sum = 2 * theta[0] - Math.exp(2 * theta[0]) / meanVariance
  sum += 2 * theta[1] - 2 * Math.exp(theta[1] - typical[1])
  for (let index = 2; index < theta.length; index++)
    sum -= 0.5 * ((theta[index] - typical[index]) / SPREAD) ** 2
  return sum
}

/** Log ratio of the density of theta with the prior means of variance and range multiplied to that without. */
export function logPriorRatio(
  theta: ArrayLike<number>,
  { typical, meanVariance }: ParameterPriors,
  { variance, range }: { variance: number; range: number },
): number {
  return (
    (Math.exp(2 * theta[0]) / meanVariance) * (1 - 1 / variance) +
    2 * Math.exp(theta[1] - typical[1]) * (1 - 1 / range)
  )
}

/** Gradient of `logPrior`. */
export function priorSlopes(theta: Float64Array, { typical, meanVariance }: ParameterPriors): Float64Array {
  const slopes = theta.map((value, index) => (typical[index] - value) / SPREAD ** 2)
  slopes[0] = 2 - (2 * Math.exp(2 * theta[0])) / meanVariance
  slopes[1] = 2 - 2 * Math.exp(theta[1] - typical[1])
  return slopes
}
