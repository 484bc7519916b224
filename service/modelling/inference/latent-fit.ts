import type { LatentShape } from '../components/latent-shape.ts'
import type { ModelStart } from '../model-parameters.ts'

/** A fit of given parameters, as descriptions and predictions see it. */
export interface LatentFit extends LatentShape {
  /** theta. */
  parameters: ModelStart
  sd: number
  rangeKm: number
  clusterSd: number
  logMarginal: number
  /** Posterior means of the coefficients of the design, and their covariance, width × width. */
  coefficients: Float64Array
  coefficientCovariance: Float64Array
}

/** The surface X·b + g(s) (logit scale) at places. */
export interface LatentPrediction {
  mean: Float64Array
  /** Without the cluster effect. */
  variance: Float64Array
  /** Rows of the design. */
  design: Float64Array
}

export const coefficientSds = ({ coefficientCovariance, width }: LatentFit) =>
  Float64Array.from({ length: width }, (_, c) =>
    Math.sqrt(Math.max(coefficientCovariance[c * (width + 1)], 0)),
  )
