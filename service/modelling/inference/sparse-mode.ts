import type { BorderedFactor } from './bordered-factor.ts'

/** Mode of the field and of the cluster effects, with the factor of the posterior precision of the field there. */
export interface SparseMode {
  /** Weights of the surface, coefficients, cluster effects, and the latent value of each cluster. */
  u: Float64Array
  b: Float64Array
  e: Float64Array
  eta: Float64Array
  /** W = −∂² log p(y | eta), and the third derivative. */
  curvature: Float64Array
  third: Float64Array
  factor: BorderedFactor
  /** Derivative of the log determinant of the surface's prior precision by the log length scale. */
  determinantSlope: number
  logMarginal: number
}
