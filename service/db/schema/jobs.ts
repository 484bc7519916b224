import { boolean, doublePrecision, integer, jsonb, pgEnum, pgTable, primaryKey, sql, text } from '#drizzle'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { VERDICT_LEVELS } from '#contract/jobs/verdict.ts'
import type { LayerMethod } from '#contract/submissions/configuration.ts'
import type { Displacement } from '#contract/surveys/displacement.ts'
import type { SurveyRemedy } from '#contract/surveys/remedies.ts'
import { id, layerIdentity, moment } from './columns.ts'
import type { PointsColumns } from './surveys.ts'

/** A validated layer: defaults filled in, ids resolved. What a worker needs to run it, and what provenance records. */
export interface Layer {
  iso3_code: string
  target: string
  source: string
  source_wave: string
  source_date: string | null
  round: string
  data_description: string
  /** Catalogued survey; null for attached points (then points_file_id of the job). */
  survey_id: number | null
  columns: PointsColumns
  /** With which the points file is read; those of its survey may change later. */
  remedies: SurveyRemedy[]
  displacement: Displacement | null
  stack_name: string
  collection_id: number
  stack_version: number
  /** For which the year of each series of covariates is chosen; null if there is none, or the survey has no date. */
  covariate_year: number | null
  population_band_id: number | null
  adm_levels: (1 | 2)[]
  /** Version ids by level: adm0 always, adm1 and adm2 as far as requested. */
  place_group_version_ids: { adm0: number | null; adm1?: number; adm2?: number }
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
  /** Prevalence by unit code. */
  rake_to_admin: { level: 1 | 2; figures: Record<string, number> } | null
  tags: string[]
  improves: number | null
}

export type Surfaces = { bounds: NonNullable<JobReport['bounds']> } & NonNullable<JobReport['surfaces']>

/** Computed by the database from other columns; migrations/0009-jobs.sql has the expressions. */
const figure = (name: string) => doublePrecision(name).generatedAlwaysAs(sql``)

const verdictLevel = pgEnum('verdict_level', VERDICT_LEVELS)

export const jobs = pgTable('jobs', {
  id: id(),
  job_key: text('job_key'),
  submission_id: integer('submission_id').notNull(),
  app_user_id: integer('app_user_id').notNull(),
  config_row: integer('config_row').notNull(),
  ...layerIdentity(),
  data_description: text('data_description').notNull().default(''),
  stack_name: text('stack_name').notNull(),
  method: text('method').notNull(),
  layer: jsonb('layer').$type<Layer>().notNull(),
  survey_id: integer('survey_id'),
  points_file_id: integer('points_file_id'),
  improves_job_id: integer('improves_job_id'),
  status: text('status')
    .$type<'pending' | 'running' | 'completed' | 'failed' | 'cancelled'>()
    .notNull()
    .default('pending'),
  step: text('step'),
  fraction: doublePrecision('fraction').notNull().default(0),
  reason: text('reason'),
  attempt: integer('attempt').notNull().default(0),
  final: boolean('final').notNull().default(false),
  superseded_by: integer('superseded_by'),
  all_adm_pass: boolean('all_adm_pass'),
  is_overfit: boolean('is_overfit'),
  verdict: verdictLevel('verdict'),
  surfaces: jsonb('surfaces').$type<Surfaces>(),
  diagnostics: jsonb('diagnostics').$type<Record<string, unknown>>(),
  datetime_submitted: moment('datetime_submitted').notNull().defaultNow(),
  datetime_started: moment('datetime_started'),
  datetime_finished: moment('datetime_finished'),
  r2_random: figure('r2_random'),
  r2_block: figure('r2_block'),
  rmse_random: figure('rmse_random'),
  rmse_block: figure('rmse_block'),
  lpd_random: figure('lpd_random'),
  lpd_block: figure('lpd_block'),
  coverage_random: figure('coverage_random'),
  coverage_block: figure('coverage_block'),
  duration_s: figure('duration_s'),
  seed: figure('seed'),
  folds: figure('folds'),
  draws: figure('draws'),
  /** Version of the band collection; migrations/0009-jobs.sql has the expression. */
  stack_version: integer('stack_version')
    .notNull()
    .generatedAlwaysAs(sql``),
})

export const job_outputs = pgTable(
  'job_outputs',
  {
    job_id: integer('job_id').notNull(),
    type: text('type').notNull(),
    file_id: integer('file_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.job_id, t.type] })],
)

export const job_adm = pgTable(
  'job_adm',
  {
    job_id: integer('job_id').notNull(),
    level: integer('level').notNull(),
    position: integer('position').notNull(),
    code: text('code').notNull(),
    name: text('name').notNull(),
    clusters: integer('clusters').notNull(),
    observed: doublePrecision('observed'),
    observed_lower: doublePrecision('observed_lower'),
    observed_upper: doublePrecision('observed_upper'),
    modelled: doublePrecision('modelled'),
    modelled_lower: doublePrecision('modelled_lower'),
    modelled_upper: doublePrecision('modelled_upper'),
    z: doublePrecision('z'),
    pass: boolean('pass'),
    people: doublePrecision('people'),
    affected: doublePrecision('affected'),
    affected_lower: doublePrecision('affected_lower'),
    affected_upper: doublePrecision('affected_upper'),
    exceedance: doublePrecision('exceedance'),
    rank: doublePrecision('rank'),
    rank_lower: doublePrecision('rank_lower'),
    rank_upper: doublePrecision('rank_upper'),
    highest: doublePrecision('highest'),
    highest_fifth: doublePrecision('highest_fifth'),
    lowest_fifth: doublePrecision('lowest_fifth'),
  },
  (t) => [primaryKey({ columns: [t.job_id, t.level, t.position] })],
)
