import { z } from 'zod'
import { words } from '../rasters/asset-list.ts'
import { LIST_TIMEOUT_MS, RUN_FILE_TIMEOUT_MS, defineEndpoint } from '../endpoint.ts'
import {
  date,
  finding,
  flag,
  id,
  integer,
  iso3,
  listOf,
  listQuery,
  many,
  message,
  text,
  visibleText,
} from '../shapes.ts'
import { DISPLACEMENTS } from './displacement.ts'
import { job, jobStatus } from '../jobs/job-shapes.ts'
import { REMEDIES, surveyRemedy } from './remedies.ts'
import { POINTS_MAX_BYTES } from '../submissions/configuration-limits.ts'
import { pointsReading, readingChoice } from './points-reading.ts'
import { maxClusters } from './max-clusters.ts'
import { surveyDescription } from './survey-description.ts'
import { filters, survey } from './survey-list.ts'

export const getSurvey = defineEndpoint({
  name: 'getSurvey',
  resource: 'surveys',
  summary: 'Get a survey',
  method: 'GET',
  path: '/survey/v1/surveys/{id}',
  record: 'id',
  params: z.object({ id }),
  answer: survey,
})

export const getSurveyPoints = defineEndpoint({
  name: 'getSurveyPoints',
  resource: 'surveys',
  summary: 'Get the clusters of a survey as GeoJSON points',
  method: 'GET',
  path: '/survey/v1/surveys/{id}/points',
  record: 'id',
  params: z.object({ id }),
  query: z.strictObject({ max: maxClusters }),
  answer: z.object({
    type: z.literal('FeatureCollection'),
    features: z.array(
      z.object({
        type: z.literal('Feature'),
        geometry: z.object({
          type: z.literal('Point'),
          /** Longitude, latitude. */
          coordinates: z.tuple([z.number(), z.number()]),
        }),
        properties: z.object({
          cluster: z.string(),
          numerator: z.number(),
          denominator: z.number(),
          /** numerator / denominator. */
          value: z.number(),
          weight: z.number().nullable(),
          stratum: z.string().nullable(),
          urban: z.string().nullable(),
        }),
      }),
    ),
  }),
  timeoutMs: LIST_TIMEOUT_MS,
})

export const listSurveyFindings = defineEndpoint({
  name: 'listSurveyFindings',
  resource: 'surveys',
  summary: 'Validate the points of a survey again, with the current outline of its country',
  method: 'GET',
  path: '/survey/v1/surveys/{id}/findings',
  record: 'id',
  params: z.object({ id }),
  answer: listOf(finding),
  timeoutMs: LIST_TIMEOUT_MS,
})

export const listSurveyLayers = defineEndpoint({
  name: 'listSurveyLayers',
  resource: 'surveys',
  summary: 'List the jobs that were modelled from a survey',
  method: 'GET',
  path: '/survey/v1/surveys/{id}/layers',
  record: 'id',
  params: z.object({ id }),
  query: listQuery(
    ['id', 'status', 'datetime_submitted', 'datetime_finished'],
    { sortBy: 'datetime_submitted', sortOrder: 'desc' },
    { status: many(jobStatus), final: flag.optional() },
  ),
  answer: listOf(job),
  timeoutMs: LIST_TIMEOUT_MS,
})

const description = z.strictObject(surveyDescription).partial()
const columnName = text.optional()
export const importSurvey = defineEndpoint({
  name: 'importSurvey',
  resource: 'surveys',
  summary:
    'Import the points of a survey (CSV, Excel workbook or Stata file); every row is validated, then the survey is catalogued unless it has errors',
  method: 'POST',
  path: '/survey/v1/surveys',
  audit: 'import-survey',
  record: 'result',
  stored: 'catalogued',
  encoding: 'multipart',
  files: { file: { maxBytes: POINTS_MAX_BYTES, maxCount: 1, required: true } },
  body: z.strictObject({
    iso3_code: iso3,
    source: visibleText,
    source_wave: visibleText,
    source_date: date.optional(),
    round: visibleText.default('1'),
    target: visibleText,
    households: integer.min(0).max(100_000_000).optional(),
    note: words(2000).optional(),
    ...description.shape,
    simulated: flag.default(false),
    /** Names of the columns in the file, if they differ from these names. */
    cluster: columnName,
    longitude: columnName,
    latitude: columnName,
    numerator: columnName,
    denominator: columnName,
    weight: columnName,
    stratum: columnName,
    urban: columnName,
    ...readingChoice,
    /** What makes the file usable, as its findings propose it; the file is stored as it was sent. */
    remedies: many(z.enum(REMEDIES), REMEDIES.length),
    /** How the coordinates were displaced to protect respondents; left out: not known. */
    displacement: z.enum(DISPLACEMENTS).optional(),
    /** Only validate. */
    dry_run: flag.default(false),
  }),
  answer: z.object({
    catalogued: z.boolean(),
    clusters: z.number().int(),
    findings: z.array(finding),
    /** How the file was read. */
    reading: pointsReading,
    /** Those that were sent, as they are applied. */
    remedies: z.array(surveyRemedy),
    survey: survey.nullable(),
  }),
  timeoutMs: RUN_FILE_TIMEOUT_MS,
})

export const changeSurvey = defineEndpoint({
  name: 'changeSurvey',
  resource: 'surveys',
  summary:
    'Change the description of a survey (its importer or an admin); fields that are not sent stay unchanged',
  method: 'PUT',
  path: '/survey/v1/surveys/{id}',
  audit: 'change-survey',
  record: 'id',
  params: z.object({ id }),
  body: description,
  answer: survey,
})

export const changeSurveyRemedies = defineEndpoint({
  name: 'changeSurveyRemedies',
  resource: 'surveys',
  summary:
    'Set the remedies of a survey (its importer or an admin); its clusters are read from the file again with those that are sent, and layers that were submitted before keep theirs',
  method: 'PUT',
  path: '/survey/v1/surveys/{id}/remedies',
  audit: 'change-survey-remedies',
  record: 'id',
  params: z.object({ id }),
  body: z.strictObject({ remedies: z.array(z.enum(REMEDIES)).max(REMEDIES.length) }),
  answer: survey,
  timeoutMs: RUN_FILE_TIMEOUT_MS,
})

export const deleteSurvey = defineEndpoint({
  name: 'deleteSurvey',
  resource: 'surveys',
  summary: 'Delete an unused survey with its points and file (its importer or an admin)',
  method: 'DELETE',
  path: '/survey/v1/surveys/{id}',
  audit: 'delete-survey',
  record: 'id',
  params: z.object({ id }),
  answer: message,
})

export const listSurveyCoverage = defineEndpoint({
  name: 'listSurveyCoverage',
  resource: 'surveys',
  summary: 'List the countries that have surveys, with the years',
  method: 'GET',
  path: '/survey/v1/coverage',
  query: listQuery(
    ['iso3_code', 'country', 'year', 'surveys', 'clusters'],
    { sortBy: 'country', limit: 250 },
    filters,
  ),
  answer: listOf(
    z.object({
      iso3_code: z.string(),
      country: z.string(),
      /** Null: neither date nor wave says. */
      year: z.number().int().nullable(),
      surveys: z.number().int(),
      clusters: z.number().int(),
      sources: z.array(z.string()),
      targets: z.array(z.string()),
    }),
  ),
  timeoutMs: LIST_TIMEOUT_MS,
})
