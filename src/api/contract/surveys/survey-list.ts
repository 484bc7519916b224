import { z } from 'zod'
import { DISPLACEMENTS } from './displacement.ts'
import { pointsReading } from './points-reading.ts'
import { surveyRemedy } from './remedies.ts'
import { year } from '../rasters/asset-list.ts'
import { LIST_TIMEOUT_MS, defineEndpoint } from '../endpoint.ts'
import { flag, id, iso3, listOf, listQuery, many, text } from '../shapes.ts'

export const survey = z.object({
  id: z.number().int(),
  iso3_code: z.string(),
  country: z.string(),
  source: z.string(),
  source_wave: z.string(),
  source_date: z.string().nullable(),
  /** The year of source_date, or of source_wave if that is a year. */
  year: z.number().int().nullable(),
  round: z.string(),
  target: z.string(),
  targets: z.array(z.string()),
  clusters: z.number().int(),
  households: z.number().int().nullable(),
  simulated: z.boolean(),
  note: z.string().nullable(),
  /** Empty like the next four: not stated. */
  indicator_definition: z.string().default(''),
  age_group: z.string().default(''),
  period: z.string().default(''),
  source_url: z.string().default(''),
  licence: z.string().default(''),
  /** The points file's column for each role. */
  columns: z.record(z.string(), z.string()),
  /** How the points file was read. */
  reading: pointsReading,
  /** What makes the points file usable, as it was applied; the file is as it was sent. */
  remedies: z.array(surveyRemedy),
  /** How the coordinates were displaced; null: not known. */
  displacement: z.enum(DISPLACEMENTS).nullable(),
  file: z.object({ name: z.string(), size: z.number().int(), sha256: z.string() }),
  created_by: z.number().int().nullable(),
  created_by_name: z.string().nullable(),
  created_at: z.string(),
})
export type Survey = z.output<typeof survey>

export const filters = {
  id: many(id),
  iso3_code: many(iso3),
  source: many(text),
  source_wave: many(text),
  round: many(text),
  target: many(text),
  year_from: year.optional(),
  /** Inclusive. */
  year_to: year.optional(),
  simulated: flag.optional(),
}

const SURVEY_SORTS = [
  'id',
  'iso3_code',
  'country',
  'source',
  'source_wave',
  'source_date',
  'year',
  'round',
  'target',
  'clusters',
  'households',
  'created_at',
] as const

export const listSurveys = defineEndpoint({
  name: 'listSurveys',
  resource: 'surveys',
  summary: 'List surveys',
  method: 'GET',
  path: '/survey/v1/surveys',
  query: listQuery(SURVEY_SORTS, { sortBy: 'iso3_code' }, filters),
  answer: listOf(survey),
  timeoutMs: LIST_TIMEOUT_MS,
})
