import type { CountScore } from './likelihood/predictive.ts'
import type { Variogram } from './diagnostics-types.ts'
import type { ClusterData } from './folds/fold-types.ts'
import type { Places } from './inference/lattice-choice.ts'
import type { CellData } from './layer-types.ts'
import type {
  CoefficientSummary,
  FitStart,
  FittedMethod,
  Interval,
  ModelParameters,
  ParameterIntervals,
} from './model-parameters.ts'
import type { Posterior } from './posterior/posterior.ts'

export interface FitOptions {
  start?: FitStart
  /** Throw for a constant covariate; in a fold such a covariate gets no weight instead. */
  strict: boolean
  /** Where predictions are wanted besides the clusters. */
  covers?: Places | undefined
  /** Awaited between steps of the fit. */
  pause?: () => Promise<void>
}

/** A method for modelling prevalence. Cross-validation, importance, diagnostics and maps use only this interface. */
export interface Model {
  readonly method: FittedMethod
  /** Throws ModelError if the data are not sufficient for the model. */
  fit(data: ClusterData, names: readonly string[], options: FitOptions): Promise<FittedModel>
}

export interface FittedModel {
  readonly start: FitStart
  /** Predictive distributions of clusters, whether they were part of the fit or not. */
  predictClusters(data: ClusterData): ClusterPrediction
  /**
   * Joint posterior draws of prevalence, including parameter uncertainty: `visit` gets each cell once, in any order.
   */
  drawCells(cells: CellData, options: DrawOptions): Promise<void>
  /** `unit` is the unit of each cluster of the fit, -1 for none. */
  unitResiduals(unit: Int32Array, units: number): UnitResiduals
  /** The draws that `drawCells` makes with the same options, without cells; computed once. */
  posterior(options: Pick<DrawOptions, 'draws' | 'seed' | 'pause'>): Promise<ParameterPosterior>
  /** With the posterior of the parameters, their intervals and the variogram's envelope, too. */
  describe(known?: { posterior: ParameterPosterior; seed: number }): ModelDescription
}

/** What is known of the parameters, and what other priors would do to the draws. */
export interface ParameterPosterior {
  intervals: ParameterIntervals | null
  /** The intercept, then each covariate's line. */
  coefficients: CoefficientSummary[]
  /** 95 % interval of the sd of each covariate's curve; null without `intervals`. */
  curveSds: Interval[] | null
  alternatives: PriorAlternative[]
  /** The draws themselves, to be kept. */
  field: Posterior
}

/** Weights of the draws under another prior of the parameters. */
export interface PriorAlternative {
  /** Factors of the prior means of the surface's variance and range. */
  variance: number
  range: number
  /** Of each draw, 1 on average; null if the draws cannot stand for that posterior. */
  weights: Float64Array | null
}

/** Observed minus fitted cases by unit, and their covariance under the model, which knows that it was fitted to them. */
export interface UnitResiduals {
  residual: Float64Array
  /** units × units. */
  covariance: Float64Array
  /** What the estimates of parameters and intercept add to the mean of T (see `testUnits`). */
  shift: number
  /** What they take away: degrees of freedom, and variance besides that of these. */
  absorbedFreedom: number
  absorbedVariance: number
}

export interface DrawOptions {
  draws: number
  seed: number
  /** `p` has a prevalence per draw and is valid only during the call. */
  visit: (cell: number, p: Float64Array) => void
  /** Awaited every few hundred cells with the share done. */
  pause?: (share: number) => Promise<void>
}

export interface ClusterPrediction {
  /** Prevalence at each cluster, the cluster effect integrated out. */
  mean: Float64Array
  /** Scores `numerator` out of `denominator`, observed at the cluster, cluster effect included. */
  score(cluster: number, numerator: number, denominator: number): CountScore
  /** `mean` with other covariates at the same places; the uncertainty stays unchanged. */
  meanWith(covariates: readonly Float64Array[]): Float64Array
}

export interface ModelDescription {
  parameters: ModelParameters
  /** Null where too few clusters have some cases and some not. */
  variogram: Variogram | null
  /** Distance beyond which clusters share little information: the length of a block in cross-validation. */
  rangeKm: number
}
