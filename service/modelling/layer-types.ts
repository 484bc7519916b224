import type { AdminUnits, SubnationalEstimate } from './units/admin-types.ts'
import type { CellSurfaces } from './units/cell-surfaces.ts'
import type { ClustersCv, Diagnostics } from './diagnostics-types.ts'
import type { MapFolds } from './folds/fold-types.ts'
import type { Method } from './model-parameters.ts'
import type { Posterior } from './posterior/posterior.ts'
import type { RakeTo, Raking } from './units/raking-types.ts'

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
  /** How the coordinates of the clusters were displaced; null or absent: not known. */
  displacement?: 'none' | 'dhs' | null
  /** One array per covariate, a value per cluster; nodata and displacement already resolved. */
  covariatesAtClusters: Float64Array[]
  /** `population` is the people who live in the country. */
  cells: CellData & { population: Float64Array | null; shares?: CellShares }
  /** Unit of each cell and of each cluster, -1 for none. */
  admin: AdminUnits[]
}

/** What of each cell is in the country, between 0 and 1: its area, and its people. Without it, cells are whole. */
export interface CellShares {
  area: Float64Array
  people: Float64Array
}

/** The cells to predict: those in the country where every covariate has a value. */
export interface CellData {
  longitude: Float64Array
  latitude: Float64Array
  covariates: Float64Array[]
  /** See `samplingDensity`; a model may use it besides the covariates. */
  samplingDensity?: Float64Array
}

/** A layer's `urban_share`: a figure of the people, `sample` for the survey's own, null where it does not say. */
export type UrbanShare = number | 'sample' | null

export interface LayerOptions {
  method: Method
  folds: number
  blockKm: number | 'auto'
  draws: number
  seed: number
  overfitGap: number
  admMinClusters: number
  /** Prevalence for exceedance probabilities; null for none. */
  exceedanceThreshold: number | null
  urbanShare: UrbanShare
  /** Given prevalences that the surface is raked to; null for none. */
  rakeTo: RakeTo | null
}

export interface LayerResult extends CellSurfaces {
  admin: SubnationalEstimate[]
  raking: Raking | null
  /** From which figures of other units follow. */
  posterior: Posterior
  /** 1 for cells of which the survey says little. */
  extrapolated: Uint8Array
  clustersCv: ClustersCv
  diagnostics: Diagnostics
  allAdmPass: boolean | null
  /** Null where it cannot be tested. */
  isOverfit: boolean | null
}

/** `step` is a short label for people; `fraction` runs from 0 to 1 over the whole layer. */
export type Progress = (step: string, fraction: number) => void

export interface LayerHooks {
  progress?: Progress
  mapFolds?: MapFolds
  signal?: AbortSignal
}
