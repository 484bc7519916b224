import type { AdminTally } from './units/admin-types.ts'
import type { ModelParameters } from './model-parameters.ts'
import type { Verdict } from './verdict/verdict-types.ts'

/** `r2`, `rmse`, `mae`: the prevalence, cluster effect integrated out. The others: the counts. */
export interface Metrics {
  /** NaN where all observed proportions are the same. */
  r2: number
  /** Mean over folds, as references publish it: small folds count as much as large ones. */
  rmse: number
  /** Over all clusters, as r2 and mae are. */
  rmse_pooled: number
  mae: number
  /** Mean squared difference between each person's outcome and the prevalence predicted for their cluster. */
  brier: number
  lpd: number
  crps: number
  coverage_50: number
  coverage_80: number
  coverage_95: number
  /** Coverage if the model is right: counts are discrete, so it is above 50, 80 and 95 %. */
  expected_coverage_50: number
  expected_coverage_80: number
  expected_coverage_95: number
}

export interface Diagnostics {
  train: Metrics
  cv_random: Metrics
  cv_block: Metrics
  /** The same block folds with no covariate but urban/rural; null where there is none to leave out. */
  cv_block_without_covariates: Metrics | null
  /** Clusters that each fold holds out. */
  fold_sizes: { cv_random: number[]; cv_block: number[] }
  /** Sums of each fold, by which two models are compared on the same folds. */
  fold_scores: { cv_random: FoldScores; cv_block: FoldScores }
  overfitting: Overfitting | null
  /** The survey's direct estimate beside the modelled one, each with its 95 % interval. */
  national: {
    clusters: number
    observed: number | null
    observed_lower: number | null
    observed_upper: number | null
    modelled: number | null
    modelled_lower: number | null
    modelled_upper: number | null
    /** People in the country and how many of them are affected; null without a population. */
    people: number | null
    affected: number | null
    affected_lower: number | null
    affected_upper: number | null
    /** P(prevalence > threshold); null without a threshold. */
    exceedance: number | null
    /** Given national prevalence that the maps and admin figures are raked to. */
    raked_to: number | null
    /** The model's own national prevalence; null without any raking. */
    unraked: number | null
  }
  /** Admin units that are raked to given prevalences, and what the model alone gives. */
  raked_units: { level: 1 | 2; name: string; raked_to: number; unraked: number }[]
  adm1: AdminTally
  adm2: AdminTally
  /** Estimated parameters by method, and fixed ones. */
  parameters: ModelParameters & ValidationParameters
  /** Null where too few clusters have some cases and some not. */
  variogram: Variogram | null
  /** Under two other priors of the surface. */
  prior_sensitivity: PriorSensitivity[]
  /** Growth of the random-fold RMSE, over all clusters, when a covariate is permuted. */
  importance: { name: string; rmse_increase: number }[]
  /** Share of clusters in each of ten equal bins of the probability integral transform. */
  pit: { cv_random: number[]; cv_block: number[] }
  reliability: { cv_random: Reliability; cv_block: Reliability }
  findings: LayerFinding[]
  verdict: Verdict
}

/** NaN for a fold that could not be fitted. */
export interface FoldScores {
  lpd: number[]
  squared_error: number[]
}

export interface Overfitting {
  /** R² on the training data minus R² on block folds. */
  gap: number
  /** How much better the block folds are predicted without the covariates: difference of the log predictive densities. */
  lpd_loss: number
  standard_error: number
  /** One-sided p-value of the loss: Student's t over folds. */
  p_value: number
}

/** Clusters in ten groups of equal size by predicted prevalence: people-weighted means of each group. */
export interface Reliability {
  predicted: number[]
  observed: number[]
  people: number[]
}

/** Something in the data or the results that a person should look at. */
export interface LayerFinding {
  kind:
    | 'raked'
    | 'outlier'
    | 'coverage'
    | 'extrapolation'
    | 'nodata'
    | 'far-value'
    | 'lost-curve'
    | 'left-out'
    | 'failed-folds'
    | 'bound'
    | 'sampling'
    | 'urban'
    | 'urban-share'
    | 'weights'
    | 'displacement'
    | 'prior'
    | 'lattice'
  message: string
}

interface ValidationParameters {
  /** Whether the survey has weights that differ. */
  weighted: boolean
  /** How the coordinates of the clusters were displaced; null: not known. */
  displacement: 'none' | 'dhs' | null
  /**
   * Urban share of the people, which cells are classified to, and that of the survey's denominators, weighted if it has weights; null without
   * a stratum effect.
   */
  urban_share: number | null
  sampled_urban_share: number | null
  exceedance_threshold: number | null
  /** Added to the logit of every cell to meet a given national prevalence; null without raking. */
  raking_shift: number | null
  folds: number
  block_folds: number
  block_km: number
  /** True if the country was too small for one block of the requested length per fold. */
  block_km_capped: boolean
  draws: number
  seed: number
}

/** Semivariances of the empirical-logit residuals, by distance bin. */
export interface Variogram {
  /** Clusters whose pairs are compared. */
  clusters: number
  distance_km: number[]
  pairs: number[]
  empirical: number[]
  fitted: number[]
  /** Null where none was computed. */
  envelope: VariogramEnvelope | null
}

/** Figures under another prior, from the same draws; each is null if they cannot stand for its posterior. */
export interface PriorSensitivity {
  /** Of the prior means of the surface's variance and range. */
  variance_factor: number
  length_scale_factor: number
  national: SensitiveFigure | null
  /** The unit whose mean, and the one with an end of its interval, that changes most. */
  unit_mean: SensitiveFigure | null
  unit_interval: SensitiveFigure | null
}

/** Prevalence of a unit, before any raking. */
export interface SensitiveFigure {
  level: 0 | 1 | 2
  unit: number
  before: { mean: number; lower: number; upper: number }
  after: { mean: number; lower: number; upper: number }
}

/** Semivariances of surveys that are simulated from the fit. */
export interface VariogramEnvelope {
  simulations: number
  /** Pointwise 95 % band. */
  lower: number[]
  upper: number[]
  /** In how many bins the data are outside the band, and how many simulated surveys are in at least as many. */
  outside: number
  simulations_as_far: number
}

/** Column per key, a value per cluster; intervals are 95 % of the observed proportion, cluster effect included. */
export interface ClustersCv {
  id: string[]
  longitude: Float64Array
  latitude: Float64Array
  numerator: Float64Array
  denominator: Float64Array
  observed: Float64Array
  fitted: Float64Array
  random_fold: Int32Array
  random_mean: Float64Array
  random_lower: Float64Array
  random_upper: Float64Array
  random_lpd: Float64Array
  block_fold: Int32Array
  block_mean: Float64Array
  block_lower: Float64Array
  block_upper: Float64Array
  block_lpd: Float64Array
}
