/** What was estimated, by method. */
export type ModelParameters = GpParameters

export type Method = ModelParameters['method']

/** Parameters in the method's own order, from which the fit of a fold starts; plain numbers, so that they cross a thread. */
export type ModelStart = readonly number[]

export interface GpParameters {
  method: 'gp'
  clusters: number
  /** Marginal variance of the spatial surface, logit scale. */
  variance: number
  /** Matérn-3/2 length scale rho. */
  length_scale_km: number
  /** Practical range 2·rho: correlation about 0.14. */
  range_km: number
  cluster_variance: number
  log_marginal_likelihood: number
  intercept: number
  /** Per standardised covariate; `log` where a skewed covariate enters by its logarithm. */
  coefficients: { name: string; mean: number; sd: number; transform: 'none' | 'log' }[]
}

/** Natural logarithms of the standard deviation, the length scale in km and the cluster effect's standard deviation. */
export type LogParameters = [sd: number, lengthScaleKm: number, clusterSd: number]
