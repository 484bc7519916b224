import type { BorderedFactor, borderOfInverse } from './bordered-factor.ts'

/** Mode of the field and of the cluster effects, with the factor of the posterior precision of the field there. */
export interface Mode {
  theta: Float64Array
  /** Weights of the surface, coefficients, cluster effects, and the latent value of each cluster. */
  u: Float64Array
  b: Float64Array
  e: Float64Array
  eta: Float64Array
  /** ∇log p(y | eta), W = −∂² log p(y | eta), and the third derivative. */
  slope: Float64Array
  curvature: Float64Array
  third: Float64Array
  factor: BorderedFactor
  /** The inverse of the sparse part at Q's pattern, and the border's part; computed once, when first needed. */
  inverse: () => Float64Array
  border: () => ReturnType<typeof borderOfInverse>
  logMarginal: number
}
