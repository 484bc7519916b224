import { clusterParameters } from './cluster.ts'
import type { Component, ParameterPrior } from './component.ts'
import { curves } from './curves.ts'
import { lines } from './lines.ts'
import { standardised, type Standardisation } from './standardisation.ts'
import { surfaceParameters } from './surface/surface-parameters.ts'

/** The parts of the mean, in the order of their columns and parameters. */
const COMPONENTS: readonly Component[] = [lines, curves]

/** Parameters of the surface and the clusters, first in theta. */
export const COVARIANCES = 3

/** Priors of theta = log(sd, range, cluster sd, then the parameters of the mean's components). */
export const parametersOf = (
  standardisation: Standardisation,
  extentKm: number,
  meanVariance: number,
): ParameterPrior[] => [
  ...surfaceParameters(extentKm, meanVariance),
  ...clusterParameters(),
  ...COMPONENTS.flatMap((component) => component.parameters(standardisation)),
]

/** Log density of theta, up to a constant. */
export const logPrior = (theta: Float64Array, priors: readonly ParameterPrior[]): number =>
  priors.reduce((sum, prior, index) => sum + prior.logDensity(theta[index]), 0)

/** Gradient of `logPrior`. */
export const priorSlopes = (theta: Float64Array, priors: readonly ParameterPrior[]): Float64Array =>
  theta.map((value, index) => priors[index].slope(value))

/** Prior variance of each column's coefficient, and the index in theta of its log sd: 0 where the variance is fixed. */
export function coefficientPriors(standardisation: Standardisation) {
  const variances: number[] = []
  const parameters: number[] = []
  let first = COVARIANCES
  for (const component of COMPONENTS) {
    for (const prior of component.coefficients(standardisation)) {
      variances.push('variance' in prior ? prior.variance : 1)
      parameters.push('variance' in prior ? 0 : first + prior.parameter)
    }
    first += component.parameters(standardisation).length
  }
  return { variance: Float64Array.from(variances), parameter: Int32Array.from(parameters) }
}

const widthsOf = (standardisation: Standardisation) =>
  COMPONENTS.map((component) => component.coefficients(standardisation).length)

/** Columns of the design. */
export const designWidth = (standardisation: Standardisation) =>
  widthsOf(standardisation).reduce((sum, width) => sum + width, 0)

/** Rows of the columns of all components at `count` places, row-major, n·width. */
export function designMatrix(
  covariates: Float64Array[],
  count: number,
  standardisation: Standardisation,
): Float64Array {
  const widths = widthsOf(standardisation)
  const width = designWidth(standardisation)
  const design = new Float64Array(count * width)
  const x = new Float64Array(covariates.length)
  for (let i = 0; i < count; i++) {
    covariates.forEach((values, j) => {
      x[j] = standardised(values[i], j, standardisation)
    })
    let at = i * width
    COMPONENTS.forEach((component, which) => {
      component.write(x, standardisation, design, at)
      at += widths[which]
    })
  }
  return design
}
