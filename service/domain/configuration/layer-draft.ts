import type { LayerMethod } from '#contract/submissions/configuration.ts'
import type { Displacement } from '#contract/surveys/displacement.ts'
import type { Remedy } from '#contract/surveys/remedies.ts'
import type { PointsColumnName } from '#contract/surveys/points-columns.ts'

/** A prevalence given for an admin unit, named by code or name. */
export interface UnitFigure {
  unit: string
  prevalence: number
}

/** A row whose cells were validated individually; null for an empty or invalid cell. Catalogues are checked later. */
export interface LayerDraft {
  row: number
  /** Whether every cell of the row is valid, validated by the cells alone. */
  sound: boolean
  iso3_code: string | null
  target: string | null
  source: string | null
  source_wave: string | null
  source_date: string | null
  round: string | null
  data_description: string
  survey: string | null
  /** Only the names given in the row. */
  columns: Partial<Record<PointsColumnName, string>>
  /** Null: the survey's own. */
  remedies: Remedy[] | null
  /** Null: the survey's own. */
  displacement: Displacement | null
  stack_name: string | null
  /** Null: the current one. */
  stack_version: number | null
  population_band: string | null
  place_group_version: string | null
  /** Null: the default. */
  adm_levels: (1 | 2)[] | null
  method: LayerMethod
  folds: number
  block_km: number | 'auto'
  draws: number
  seed: number
  overfit_gap: number
  adm_min_clusters: number
  exceedance_threshold: number | null
  urban_share: number | 'sample' | null
  rake_to: number | null
  rake_to_admin: UnitFigure[] | null
  tags: string[]
  improves: number | null
}
