import type { FitStart, FittedMethod } from '../model-parameters.ts'

/** Everything that one fold needs; plain data, so that it can be sent to a thread. */
export interface FoldTask {
  method: FittedMethod
  train: ClusterData
  test: ClusterData
  start: FitStart
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
  /** See `samplingDensity`; a model may use it besides the covariates. */
  samplingDensity?: Float64Array
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
  /** Probability of the 50, 80 and 95 % intervals of the discrete count: at least that. */
  expected50: Float64Array
  expected80: Float64Array
  expected95: Float64Array
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
