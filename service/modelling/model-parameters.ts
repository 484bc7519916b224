import type { PlanarLattice } from './inference/lattice-choice.ts'

/** What was estimated, by method: the covariates of `gp` have lines only. */
export type ModelParameters = SharedParameters &
  ({ method: 'gp'; curves: [] } | { method: 'gam'; curves: Curve[] })

export type FittedMethod = ModelParameters['method']

/** `auto` stands for one of the others, by the number of clusters. */
export type Method = 'auto' | FittedMethod

/** Parameters in the method's own order. */
export type ModelStart = readonly number[]

/** Where the fit of a fold starts; plain numbers, so that they cross a thread. */
export interface FitStart {
  theta: ModelStart
  /** The inverse Hessian of minus the log posterior there, without which the search has to learn it. */
  inverse?: Float64Array[]
  /** The lattice of a sparse model. */
  lattice?: PlanarLattice
  /** The same with the density of sampling, if the fit uses it. */
  withDensity?: FitStart
}

export type Interval = readonly [lower: number, upper: number]

/** 95 % intervals. */
export interface ParameterIntervals {
  variance: Interval
  length_scale_km: Interval
  range_km: Interval
  cluster_variance: Interval
}

/** Of a coefficient, parameters integrated out. */
export interface CoefficientSummary {
  mean: number
  sd: number
  lower: number
  upper: number
}

interface SharedParameters {
  likelihood: 'binomial' | 'beta-binomial'
  /** Correlation of two people of a cluster given its latent value; 0 for binomial counts. */
  overdispersion: number
  /** Whether the density of sampling is the last of the covariates. */
  uses_density: boolean
  /**
   * Gain in the log predictive density of left-out blocks by the density of sampling and by beta-binomial counts, each
   * with its standard error; null where they were not compared.
   */
  density_gain: number | null
  density_gain_se: number | null
  overdispersion_gain: number | null
  overdispersion_gain_se: number | null
  clusters: number
  /** Marginal variance of the spatial surface, logit scale. */
  variance: number
  /** Prior mean of `variance`. */
  prior_variance_mean: number
  /** 1/κ, the range over √8. */
  length_scale_km: number
  /** Distance at which the correlation of the surface is about 0.14. */
  range_km: number
  /** Of the lattice: its nodes and the side of its triangles. */
  lattice_nodes: number
  lattice_spacing_km: number
  cluster_variance: number
  /** Null where the evidence has no usable curvature; absent from a description without the posterior. */
  intervals?: ParameterIntervals | null
  log_marginal_likelihood: number
  intercept: number
  /** 95 % interval. */
  intercept_interval?: Interval
  /** Coefficient of each standardised covariate; `log` if a skewed covariate enters by its logarithm. */
  coefficients: (Partial<CoefficientSummary> & {
    name: string
    mean: number
    sd: number
    transform: 'none' | 'log'
  })[]
}

/** The effect of a covariate, line and spline together, logit scale, about its mean over the clusters. */
export interface Curve {
  name: string
  /** Standard deviation of the spline over the clusters. */
  sd: number
  /** 95 % interval of the sd. */
  sd_interval?: Interval | null
  /** Effective degrees of freedom: 1 for a line. */
  edf: number
  /** Values of the covariate, in its own units, from the lowest to the highest cluster. */
  x: number[]
  mean: number[]
  /** Pointwise 95 % interval. */
  lower: number[]
  upper: number[]
}
