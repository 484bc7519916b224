import { ModelError } from '../model-error.ts'
import { splineOf, type Spline } from './splines.ts'

/** How each covariate enters the model; learned on the clusters of the fit. */
export interface Standardisation {
  /** c of x → log(max(x, 0) + c); 0 leaves x as it is. */
  logShift: Float64Array
  /** Mean over the clusters, after the logarithm. */
  mean: Float64Array
  /** Standard deviation over the clusters, after the logarithm; the difference of the two values if there are just two. */
  scale: Float64Array
  /** Curves besides the lines; empty for a linear mean. */
  splines: Spline[]
}

const SKEWED = 1
const SHIFT_PER_MEDIAN = 0.1

function momentsOf(values: Float64Array): { mean: number; sd: number; skewness: number } {
  // Differences from one of the values lose no digits to a large offset.
  const [offset] = values
  let sum = 0
  for (const value of values) sum += value - offset
  const mean = offset + sum / values.length
  let squares = 0
  let cubes = 0
  for (const value of values) {
    squares += (value - mean) ** 2
    cubes += (value - mean) ** 3
  }
  const variance = squares / values.length
  return {
    mean,
    sd: Math.sqrt(squares / Math.max(values.length - 1, 1)),
    skewness: variance > 0 ? cubes / values.length / variance ** 1.5 : 0,
  }
}

const logOf = (value: number, shift: number) => Math.log(Math.max(value, 0) + shift)

/**
 * A tenth of the median (of the mean, if half the values are 0) if the values are at least 0, have a skewness above 1,
 * and the logarithm at least halves it; else 0. Travel times, distances and densities act on a log scale, and a linear
 * term would grow without bound at the remotest cells. Uses covariates only, never counts.
 */
function logShiftOf(values: Float64Array, mean: number, skewness: number): number {
  if (!(skewness > SKEWED) || values.some((value) => value < 0)) return 0
  const median = values.toSorted()[values.length >> 1]
  const shift = SHIFT_PER_MEDIAN * (median > 0 ? median : mean)
  const logged = momentsOf(values.map((value) => logOf(value, shift)))
  return Math.abs(logged.skewness) <= 0.5 * skewness ? shift : 0
}

const extremesOf = (values: Float64Array): [least: number, greatest: number] => [
  values.reduce((low, value) => Math.min(low, value)),
  values.reduce((high, value) => Math.max(high, value)),
]

/**
 * What one unit of a standardised covariate is. Scaled by its standard deviation, a covariate with two values, one of
 * them rare, would have a prior that allows any difference between them (Gelman et al. 2008, Annals of Applied
 * Statistics 2): with few cases, the mean of its effect in prevalence is then far too high.
 */
function scaleOf(values: Float64Array, sd: number): number {
  const [least, greatest] = extremesOf(values)
  return values.every((value) => value === least || value === greatest) ? greatest - least : sd
}

/** Differences of a few units in the last place are rounding. */
const ROUNDING = 16 * Number.EPSILON

/** True if all values are the same, apart from rounding. */
export function isConstant(values: Float64Array): boolean {
  const [least, greatest] = extremesOf(values)
  return !(greatest - least > ROUNDING * Math.max(Math.abs(least), Math.abs(greatest)))
}

/**
 * Throws ModelError naming a constant covariate; in a fold (`strict` false) such a covariate gets scale 1 and so no
 * weight.
 */
export function standardisationOf(
  covariates: Float64Array[],
  names: string[],
  strict: boolean,
): Standardisation {
  const logShift = new Float64Array(covariates.length)
  const mean = new Float64Array(covariates.length)
  const scale = new Float64Array(covariates.length)
  covariates.forEach((values, index) => {
    const plain = momentsOf(values)
    const constant = isConstant(values)
    if (constant && strict) {
      throw new ModelError(
        `The covariate '${names[index]}' has the same value at every cluster; leave it out of the collection.`,
      )
    }
    const shift = constant ? 0 : logShiftOf(values, plain.mean, plain.skewness)
    const used = shift > 0 ? momentsOf(values.map((value) => logOf(value, shift))) : plain
    logShift[index] = shift
    mean[index] = used.mean
    scale[index] = constant ? 1 : scaleOf(values, used.sd)
  })
  return { logShift, mean, scale, splines: [] }
}

/** Adds a spline for each covariate that has enough distinct values. */
export function withSplines(standardisation: Standardisation, covariates: Float64Array[]): Standardisation {
  const splines = covariates.flatMap((values, index) => {
    const used = values.map((value) => standardised(value, index, standardisation))
    return splineOf(used, index) ?? []
  })
  return { ...standardisation, splines }
}

/** A value of a covariate as the design holds it: (log(max(x, 0) + c) − mean)/scale, without the logarithm if c is 0. */
export function standardised(
  value: number,
  covariate: number,
  { logShift, mean, scale }: Standardisation,
): number {
  const shift = logShift[covariate]
  const used = shift > 0 ? logOf(value, shift) : value
  return (used - mean[covariate]) / scale[covariate]
}

/** The inverse of `standardised`. */
export function unstandardised(
  value: number,
  covariate: number,
  { logShift, mean, scale }: Standardisation,
): number {
  const used = mean[covariate] + scale[covariate] * value
  const shift = logShift[covariate]
  return shift > 0 ? Math.exp(used) - shift : used
}
