import { designMatrix, designWidth, standardisationOf, withSplines, type Standardisation } from './design.ts'
import { binomialLikelihood, type Likelihood } from '../likelihood/likelihood.ts'
import { ModelError } from '../model-error.ts'
import {
  COEFFICIENT_SD,
  INTERCEPT_SD,
  meanSurfaceVariance,
  type ParameterPriors,
  typicalParameters,
} from './parameter-priors.ts'
import { nearestPoints } from '../numerics/nearest-points.ts'
import { extentKm, spherePoints } from '../numerics/sphere.ts'
import type { ClusterData } from '../folds/fold-types.ts'

/**
 * Larger counts are scaled down to this many trials: their sampling error (0.0005) is far below any cluster effect, and
 * a billion would exceed the precision of the algebra.
 */
const MAX_TRIALS = 1e6

/** Parameters of the surface and the clusters, first in theta. */
export const COVARIANCES = 3

/** Everything that does not depend on the parameters. */
export interface LatentShape extends ParameterPriors {
  n: number
  points: Float64Array
  /** Rows [1, standardised covariates, columns of the splines], n·width. */
  design: Float64Array
  width: number
  standardisation: Standardisation
  /** Prior variances of the columns of `design`; those of splines are exp(2·theta). */
  coefficientVariance: Float64Array
  /** Index in theta of the log sd of each column's spline, 0 for the intercept and lines. */
  curveOf: Int32Array
  /** Correlation rho of two people of a cluster given its latent value; 0 for binomial counts. */
  overdispersion: number
  likelihood: Likelihood
}

/**
 * Throws ModelError for a constant covariate (`strict`) and for clusters at one point. With `curves`, covariates enter
 * by a line and a penalised spline each. With `overdispersion` rho a cluster of n people counts as n/(1 + (n − 1)·rho):
 * the quasi-likelihood of a beta-binomial mean (Williams 1982, Applied Statistics 31).
 */
export function latentShape(
  data: ClusterData,
  names: string[],
  strict: boolean,
  { curves = false, overdispersion = 0 }: { curves?: boolean; overdispersion?: number } = {},
): LatentShape {
  const n = data.longitude.length
  const points = spherePoints(data.longitude, data.latitude)
  const linear = standardisationOf(data.covariates, names, strict)
  const standardisation = curves ? withSplines(linear, data.covariates) : linear
  const { splines } = standardisation
  const width = designWidth(standardisation)
  const coefficientVariance = new Float64Array(width).fill(COEFFICIENT_SD ** 2)
  coefficientVariance[0] = INTERCEPT_SD ** 2
  const curveOf = Int32Array.from([
    ...new Int32Array(data.covariates.length + 1),
    ...splines.flatMap(({ columns }, index) => Array.from({ length: columns }, () => COVARIANCES + index)),
  ])
  const extent = extentKm(points)
  if (!(extent > 0)) throw new ModelError('All clusters lie on one point; check longitude and latitude.')
  const scaled = (count: number, i: number) => {
    const trials = Math.min(data.denominator[i], MAX_TRIALS)
    const share = count / data.denominator[i]
    return (share * trials) / (1 + Math.max(trials - 1, 0) * overdispersion)
  }
  return {
    n,
    points,
    design: designMatrix(data.covariates, n, standardisation),
    width,
    standardisation,
    coefficientVariance,
    curveOf,
    overdispersion,
    likelihood: binomialLikelihood(data.numerator.map(scaled), data.denominator.map(scaled)),
    typical: typicalParameters(extent, splines.length),
    meanVariance: meanSurfaceVariance(data.numerator, data.denominator, nearestPoints(points)),
  }
}
