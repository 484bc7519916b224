import { coefficientPriors, designMatrix, parametersOf } from './components.ts'
import type { ParameterPrior } from './component.ts'
import { binomialLikelihood, type Likelihood } from '../likelihood/likelihood.ts'
import { ModelError } from '../model-error.ts'
import { nearestPoints } from '../numerics/nearest-points.ts'
import { extentKm, spherePoints } from '../numerics/sphere.ts'
import type { ClusterData } from '../folds/fold-types.ts'
import { standardisationOf, withSplines, type Standardisation } from './standardisation.ts'
import { meanSurfaceVariance } from './surface/surface-parameters.ts'

/**
 * Larger counts are scaled down to this many trials: their sampling error (0.0005) is far below any cluster effect, and
 * a billion would exceed the precision of the algebra.
 */
const MAX_TRIALS = 1e6

/** Everything that does not depend on the parameters. */
export interface LatentShape {
  n: number
  points: Float64Array
  /** Rows of the columns of all components, n·width. */
  design: Float64Array
  width: number
  standardisation: Standardisation
  /** Prior variances of the columns of `design`; those with a parameter are exp(2·theta). */
  coefficientVariance: Float64Array
  /** Index in theta of the log sd of each column's coefficient, 0 where its variance is fixed. */
  parameterOf: Int32Array
  /** Of each parameter of theta. */
  priors: ParameterPrior[]
  /** Their typical values. */
  typical: Float64Array
  /** Prior mean of the surface's variance. */
  meanVariance: number
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
  const extent = extentKm(points)
  if (!(extent > 0)) throw new ModelError('All clusters lie on one point; check longitude and latitude.')
  const scaled = (count: number, i: number) => {
    const trials = Math.min(data.denominator[i], MAX_TRIALS)
    const share = count / data.denominator[i]
    return (share * trials) / (1 + Math.max(trials - 1, 0) * overdispersion)
  }
  const meanVariance = meanSurfaceVariance(data.numerator, data.denominator, nearestPoints(points))
  const priors = parametersOf(standardisation, extent, meanVariance)
  const { variance, parameter } = coefficientPriors(standardisation)
  return {
    n,
    points,
    design: designMatrix(data.covariates, n, standardisation),
    width: variance.length,
    standardisation,
    coefficientVariance: variance,
    parameterOf: parameter,
    overdispersion,
    likelihood: binomialLikelihood(data.numerator.map(scaled), data.denominator.map(scaled)),
    priors,
    typical: Float64Array.from(priors, ({ typical }) => typical),
    meanVariance,
  }
}
