export interface LayerInput {
  clusters: {
    id: string[]
    longitude: Float64Array
    latitude: Float64Array
    numerator: Float64Array
    denominator: Float64Array
    weight: Float64Array
    stratum: (string | null)[]
    /** 1 for urban, 0 for rural; null if the survey doesn't say. */
    urban: Uint8Array | null
  }
  covariateNames: string[]
  /** One array per covariate, a value per cluster; nodata already resolved. */
  covariatesAtClusters: Float64Array[]
  cells: CellData & { population: Float64Array | null }
  /** Unit of each cell and of each cluster, -1 for none. */
  admin: AdminUnits[]
}

/** Only the cells to predict: inside the country, with every covariate valid. */
export interface CellData {
  longitude: Float64Array
  latitude: Float64Array
  covariates: Float64Array[]
}

/** 0 is the nation. */
export type AdminLevel = 0 | 1 | 2

export interface AdminUnits {
  level: AdminLevel
  unitCount: number
  cellUnit: Int32Array
  clusterUnit: Int32Array
}

export interface LayerOptions {
  method: 'auto' | 'gp'
  folds: number
  blockKm: number | 'auto'
  draws: number
  seed: number
  overfitGap: number
  admMinClusters: number
  /** Prevalence for exceedance probabilities; null for none. */
  exceedanceThreshold: number | null
}

/**
 * `z` is (logit modelled − logit observed) / SE on the logit scale; `z` and `pass` are null if a unit is not testable.
 */
export interface AdminEstimate {
  level: AdminLevel
  unit: number
  clusters: number
  observed: number | null
  observedLower: number | null
  observedUpper: number | null
  modelled: number | null
  modelledLower: number | null
  modelledUpper: number | null
  z: number | null
  pass: boolean | null
  decision: UnitDecision | null
}

/** What the joint draws of a level say about a unit; null for a unit without a modelled mean. */
export interface UnitDecision {
  /** People in the unit, and expected number of them affected with its 95 % interval; null without a population. */
  people: number | null
  affected: number | null
  affectedLower: number | null
  affectedUpper: number | null
  /** P(prevalence > threshold); null without a threshold. */
  exceedance: number | null
  /** Median rank by prevalence, 1 the highest, with its 95 % interval. */
  rank: number
  rankLower: number
  rankUpper: number
  /** P(highest prevalence of the level). */
  highest: number
}

export type SubnationalEstimate = AdminEstimate & { level: 1 | 2 }

/** `r2`, `rmse`, `mae`: the prevalence, cluster effect integrated out. The others: the counts. */
export interface Metrics {
  /** NaN where all observed proportions are the same. */
  r2: number
  rmse: number
  mae: number
  /** Mean squared difference between each person's outcome and the prevalence predicted for their cluster. */
  brier: number
  lpd: number
  crps: number
  coverage_50: number
  coverage_80: number
  coverage_95: number
}

export interface Diagnostics {
  train: Metrics
  cv_random: Metrics
  cv_block: Metrics
  /** The same block folds with no covariate but urban/rural; null where there is none to leave out. */
  cv_block_without_covariates: Metrics | null
  overfitting: Overfitting | null
  /** The survey's weighted direct estimate beside the modelled one, each with its 95 % interval. */
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
  }
  adm1: AdminTally
  adm2: AdminTally
  /** Estimated parameters by method, and fixed ones. */
  parameters: ModelParameters & ValidationParameters
  variogram: Variogram
  /** Growth of the random-fold RMSE when a covariate is permuted. */
  importance: { name: string; rmse_increase: number }[]
  /** Share of clusters in each of ten equal bins of the probability integral transform. */
  pit: { cv_random: number[]; cv_block: number[] }
  reliability: { cv_random: Reliability; cv_block: Reliability }
  findings: LayerFinding[]
}

/** How many testable units pass one by one, and the test of all units with clusters together. */
export interface AdminTally {
  tested: number
  passed: number
  together: UnitTest | null
}

export interface Overfitting {
  /** R² on the training data minus R² on block folds. */
  gap: number
  /** How much better the block folds are predicted without the covariates: difference of the log predictive densities. */
  lpd_loss: number
  standard_error: number
  /** One-sided, of the loss: Student's t over folds. */
  p_value: number
}

/** A test of all units of a level together; `p_value` is uniform when the model is right. */
export interface UnitTest {
  units: number
  chi_squared: number
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
  kind: 'outlier' | 'extrapolation' | 'nodata' | 'left-out' | 'failed-folds' | 'bound'
  message: string
}

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

export interface ValidationParameters {
  /** Urban share of the survey's weighted denominators, which cells are classified to; null without a stratum effect. */
  urban_share: number | null
  exceedance_threshold: number | null
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
  distance_km: number[]
  pairs: number[]
  empirical: number[]
  fitted: number[]
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

export interface LayerResult {
  mean: Float32Array
  lower: Float32Array
  upper: Float32Array
  sd: Float32Array
  /** P(prevalence > threshold) per cell; null without a threshold. */
  exceedance: Float32Array | null
  /** Expected number of people affected per cell; null without a population. */
  people: Float32Array | null
  admin: SubnationalEstimate[]
  clustersCv: ClustersCv
  diagnostics: Diagnostics
  allAdmPass: boolean | null
  /** Null where it cannot be tested. */
  isOverfit: boolean | null
}

/** `step` is a short label for people; `fraction` runs from 0 to 1 over the whole layer. */
export type Progress = (step: string, fraction: number) => void

/** Natural logarithms of the standard deviation, the length scale in km and the cluster effect's standard deviation. */
export type LogParameters = [sd: number, lengthScaleKm: number, clusterSd: number]

/** Everything that one fold needs; plain data, so that it can be sent to a thread. */
export interface FoldTask {
  method: Method
  train: ClusterData
  test: ClusterData
  start: ModelStart
  seed: number
  /** Whether to permute covariates. */
  importance: boolean
}

export interface ClusterData {
  longitude: Float64Array
  latitude: Float64Array
  numerator: Float64Array
  denominator: Float64Array
  covariates: Float64Array[]
}

/** Predictions at clusters and how their counts scored, one value per cluster. */
export interface ClusterScores {
  mean: Float64Array
  lower: Float64Array
  upper: Float64Array
  lpd: Float64Array
  crps: Float64Array
  covered50: Uint8Array
  covered80: Uint8Array
  covered95: Uint8Array
  /** F(y − 1) and F(y) of the predictive distribution. */
  pitLower: Float64Array
  pitUpper: Float64Array
  /** (observed − predicted) proportion in standard deviations of the predictive distribution. */
  z: Float64Array
}

export interface FoldResult extends ClusterScores {
  /**
   * Held-out squared error per covariate when it is permuted, mean over permutations, one value per test cluster; empty
   * unless requested.
   */
  permutedSquaredError: Float64Array[]
}

/** A fold whose training clusters cannot carry the model: its clusters stay without predictions. */
export interface FailedFold {
  failed: string
}

/** Results must be in the order of the tasks; `onDone` is called after each. */
export type MapFolds = (
  tasks: FoldTask[],
  context: { signal?: AbortSignal; onDone: () => void },
) => Promise<(FoldResult | FailedFold)[]>

export interface LayerHooks {
  progress?: Progress
  mapFolds?: MapFolds
  signal?: AbortSignal
}
