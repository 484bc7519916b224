/** From the finest level to the coarsest, and `none` where the layer should not be used at all. */
export const VERDICT_LEVELS = ['cells', 'adm2', 'adm1', 'nation', 'none'] as const
export type VerdictLevel = (typeof VERDICT_LEVELS)[number]
export type MapLevel = Exclude<VerdictLevel, 'none'>

export type CriterionName =
  | 'precision'
  | 'separation'
  | 'direct'
  | 'coverage'
  | 'units'
  | 'national'
  | 'covariates'
  | 'overfit'
  | 'extrapolation'
  | 'towns'

/** One condition of a level. `value` is null where it cannot be computed. */
export interface Criterion {
  level: MapLevel
  name: CriterionName
  value: number | null
  limit: number
  met: boolean
}

/** The finest level at which a layer is informative and calibrated, with all conditions of all of its levels. */
export interface Verdict {
  level: VerdictLevel
  criteria: Criterion[]
}
