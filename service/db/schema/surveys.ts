import { boolean, date, doublePrecision, integer, jsonb, pgTable, primaryKey, text } from '#drizzle'
import type { Displacement } from '#contract/surveys/displacement.ts'
import type { PointsReading } from '#contract/surveys/points-reading.ts'
import type { SurveyRemedy } from '#contract/surveys/remedies.ts'
import { id, moment } from './columns.ts'

/** Names of the columns in a points file. */
export interface PointsColumns {
  cluster: string
  longitude: string
  latitude: string
  numerator: string
  denominator: string
  weight?: string
  stratum?: string
  urban?: string
}

export const surveys = pgTable('surveys', {
  id: id(),
  iso3_code: text('iso3_code').notNull(),
  source: text('source').notNull(),
  source_wave: text('source_wave').notNull(),
  source_date: date('source_date', { mode: 'string' }),
  round: text('round').notNull(),
  target: text('target').notNull(),
  clusters: integer('clusters').notNull(),
  households: integer('households'),
  columns: jsonb('columns').$type<PointsColumns>().notNull(),
  reading: jsonb('reading').$type<PointsReading>().notNull(),
  remedies: jsonb('remedies').$type<SurveyRemedy[]>().notNull().default([]),
  displacement: text('displacement').$type<Displacement>(),
  simulated: boolean('simulated').notNull().default(false),
  note: text('note'),
  indicator_definition: text('indicator_definition').notNull().default(''),
  age_group: text('age_group').notNull().default(''),
  period: text('period').notNull().default(''),
  source_url: text('source_url').notNull().default(''),
  licence: text('licence').notNull().default(''),
  file_id: integer('file_id').notNull(),
  created_by: integer('created_by'),
  created_at: moment('created_at').notNull().defaultNow(),
})

/** The validated clusters of a survey, one row for each row of its points file. */
export const survey_clusters = pgTable(
  'survey_clusters',
  {
    survey_id: integer('survey_id').notNull(),
    row: integer('row').notNull(),
    cluster: text('cluster').notNull(),
    longitude: doublePrecision('longitude').notNull(),
    latitude: doublePrecision('latitude').notNull(),
    numerator: doublePrecision('numerator').notNull(),
    denominator: doublePrecision('denominator').notNull(),
    weight: doublePrecision('weight'),
    stratum: text('stratum'),
    urban: text('urban'),
  },
  (table) => [primaryKey({ columns: [table.survey_id, table.row] })],
)
