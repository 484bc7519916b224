import { z } from 'zod'
import {
  DOWNLOAD_TIMEOUT_MS,
  LIST_TIMEOUT_MS,
  READERS,
  RUN_AGAIN_TIMEOUT_MS,
  RUN_FILE_TIMEOUT_MS,
  WRITERS,
  defineEndpoint,
} from './endpoint.ts'
import { jobStatus } from './job-shapes.ts'
import { date, finding, id, iso3, listOf, listQuery, many, text } from './shapes.ts'

/** Columns of a configuration, in their usual order; `required` ones must be there and filled. */
export const CONFIGURATION_COLUMNS = [
  { name: 'iso3_code', required: true, about: 'Country as three letters' },
  { name: 'target', required: true, about: 'What is modelled, e.g. stunting' },
  { name: 'source', required: true, about: 'Survey programme, e.g. DHS' },
  { name: 'source_wave', required: true, about: 'Wave of the source, e.g. 2018' },
  { name: 'source_date', required: false, about: 'Date of the source, YYYY-MM-DD' },
  { name: 'round', required: true, about: 'Round of the analysis' },
  { name: 'data_description', required: false, about: 'What the data are' },
  {
    name: 'survey',
    required: false,
    about: 'Id of a catalogued survey, or the name of a points file sent along',
  },
  { name: 'cluster', required: false, about: 'Column of the points file with the cluster id' },
  { name: 'longitude', required: false, about: 'Column with the longitude' },
  { name: 'latitude', required: false, about: 'Column with the latitude' },
  { name: 'numerator', required: false, about: 'Column with the numerator' },
  { name: 'denominator', required: false, about: 'Column with the denominator' },
  { name: 'weight', required: false, about: 'Column with the survey weight' },
  { name: 'stratum', required: false, about: 'Column with the stratum' },
  { name: 'urban', required: false, about: 'Column that tells urban clusters' },
  { name: 'stack_name', required: true, about: 'Band collection that gives the covariates' },
  { name: 'population_band', required: false, about: 'Band that weights admin means' },
  { name: 'place_group_version', required: false, about: 'Version of the admin units' },
  { name: 'adm_levels', required: false, about: 'Admin levels, e.g. 1,2' },
  { name: 'method', required: false, about: 'auto or gp' },
  { name: 'folds', required: false, about: '2 to 20' },
  { name: 'block_km', required: false, about: 'auto, or a length in km' },
  { name: 'draws', required: false, about: '100 to 2000' },
  { name: 'seed', required: false, about: 'Whole number from 0' },
  { name: 'overfit_gap', required: false, about: '0 to 1' },
  { name: 'adm_min_clusters', required: false, about: '2 to 1000' },
  { name: 'tags', required: false, about: 'Comma-separated tags' },
  { name: 'improves', required: false, about: 'Id of the completed job that this layer improves' },
] as const
export type ConfigurationColumn = (typeof CONFIGURATION_COLUMNS)[number]['name']

export const submission = z.object({
  id: z.number().int(),
  title: z.string(),
  app_user_id: z.number().int(),
  app_user_name: z.string(),
  project_id: z.number().int().nullable(),
  parent_id: z.number().int().nullable(),
  status: jobStatus,
  layers: z.number().int(),
  counts: z.object({
    pending: z.number().int(),
    running: z.number().int(),
    completed: z.number().int(),
    failed: z.number().int(),
    cancelled: z.number().int(),
  }),
  iso3_codes: z.array(z.string()),
  sources: z.array(z.string()),
  stack_names: z.array(z.string()),
  config_name: z.string(),
  datetime_submitted: z.string(),
})
export type Submission = z.output<typeof submission>

export const SUBMISSION_FILTER_FIELDS = [
  'app_user_id',
  'iso3_code',
  'status',
  'id',
  'title',
  'source',
  'source_wave',
  'round',
  'start_date',
  'end_date',
  'stack_name',
] as const
export const SUBMISSION_SORTS = ['id', 'title', 'app_user_id', 'status', 'datetime_submitted'] as const

export const listSubmissions = defineEndpoint({
  name: 'listSubmissions',
  resource: 'submissions',
  summary: 'Submissions with paging, sort and filters',
  method: 'GET',
  path: '/modeling/v1/submissions',
  access: READERS,
  query: listQuery(
    SUBMISSION_SORTS,
    { sortBy: 'datetime_submitted' },
    {
      app_user_id: many(id),
      iso3_code: many(iso3),
      status: many(jobStatus),
      id: many(id),
      /** Contains, whatever the case. */
      title: text.optional(),
      source: many(text),
      source_wave: many(text),
      round: many(text),
      start_date: date.optional(),
      /** Inclusive. */
      end_date: date.optional(),
      stack_name: many(text),
    },
  ),
  answer: listOf(submission),
  timeoutMs: LIST_TIMEOUT_MS,
})

export const downloadConfig = defineEndpoint({
  name: 'downloadConfig',
  resource: 'submissions',
  summary: 'The configuration file of a submission, as it was sent',
  method: 'GET',
  path: '/modeling/v1/submissions/download_config/{id}',
  access: READERS,
  params: z.object({ id }),
  answer: 'file',
  timeoutMs: DOWNLOAD_TIMEOUT_MS,
})

export const SAMPLE_FORMATS = ['xlsx', 'csv', 'json'] as const
export const downloadSample = defineEndpoint({
  name: 'downloadSample',
  resource: 'submissions',
  summary: 'A ready configuration to start from',
  method: 'GET',
  path: '/modeling/v1/submissions/sample/{format}',
  access: READERS,
  params: z.object({ format: z.enum(SAMPLE_FORMATS) }),
  answer: 'file',
})

export const judgement = z.object({
  valid: z.boolean(),
  columns: z.array(z.string()),
  /** `row` as in findings: the header is row 1. */
  rows: z.array(z.object({ row: z.number().int(), cells: z.record(z.string(), z.string()) })),
  findings: z.array(finding),
})
export type Judgement = z.output<typeof judgement>

export const CONFIGURATION_MAX_BYTES = 5 * 2 ** 20
export const CONFIGURATION_MAX_ROWS = 1000
export const POINTS_MAX_BYTES = 50 * 2 ** 20
const configurationFiles = {
  file: { maxBytes: CONFIGURATION_MAX_BYTES, maxCount: 1, required: true },
  surveys: { maxBytes: POINTS_MAX_BYTES, maxCount: 10, required: false },
} as const

export const validateConfiguration = defineEndpoint({
  name: 'validateConfiguration',
  resource: 'submissions',
  summary: 'Judge a configuration cell by cell; nothing is queued',
  method: 'POST',
  path: '/modeling/v1/submissions/validate-improvement-layers',
  access: WRITERS,
  encoding: 'multipart',
  files: configurationFiles,
  body: z.object({}),
  answer: judgement,
  timeoutMs: RUN_FILE_TIMEOUT_MS,
})

export const runFile = defineEndpoint({
  name: 'runFile',
  resource: 'submissions',
  summary: 'Submit a configuration: each of its layers becomes a job',
  method: 'POST',
  path: '/modeling/v1/run/file',
  access: WRITERS,
  encoding: 'multipart',
  files: configurationFiles,
  headers: ['Idempotency-Key'],
  body: z.object({
    title: z.string().trim().min(1, 'Give the submission a title.').max(200),
    project_id: id.optional(),
  }),
  answer: submission,
  timeoutMs: RUN_FILE_TIMEOUT_MS,
})

const cell = z.union(
  [
    z.string().max(10_000),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(z.union([z.string().max(10_000), z.number()])).max(100),
  ],
  'text, a number, a list of them, or null to empty the cell',
)
const COLUMN_NAMES = CONFIGURATION_COLUMNS.map(({ name }) => name)
const cells = z.strictObject(
  Object.fromEntries(COLUMN_NAMES.map((name) => [name, cell.optional()])) as Record<
    ConfigurationColumn,
    z.ZodOptional<typeof cell>
  >,
  {
    error: ({ code, keys }) =>
      code === 'unrecognized_keys'
        ? `The configuration has no column '${String((keys as string[])[0]).slice(0, 60)}'; its columns are ${COLUMN_NAMES.join(', ')}.`
        : undefined,
  },
)

export const submissionChanges = z.object({
  parent_id: z.number().int(),
  /** `row` as in findings; which job of the parent each layer comes from. */
  layers: z.array(
    z.object({
      row: z.number().int(),
      job_id: z.number().int(),
      parent_row: z.number().int(),
      parent_job_id: z.number().int(),
    }),
  ),
  /** Changed cells; an empty text is an empty cell. */
  cells: z.array(
    z.object({ row: z.number().int(), column: z.string(), before: z.string(), after: z.string() }),
  ),
})
export type SubmissionChanges = z.output<typeof submissionChanges>

export const runAgain = defineEndpoint({
  name: 'runAgain',
  resource: 'submissions',
  summary: 'Run a submission again, as it was or with changed values, as a new one that names its parent',
  method: 'POST',
  path: '/modeling/v1/run/{id}',
  access: WRITERS,
  params: z.object({ id }),
  headers: ['Idempotency-Key'],
  body: z.strictObject({
    title: z.string().trim().min(1, 'Give the submission a title.').max(200).optional(),
    project_id: id.optional(),
    /** Changed cells by the rows of the former configuration. */
    layers: z
      .array(z.strictObject({ row: z.number().int().min(2), values: cells }))
      .min(1)
      .max(CONFIGURATION_MAX_ROWS)
      .optional(),
    /** Only the layers whose job failed. */
    only_failed: z.boolean().default(false),
    /** Only the changed layers, each to improve the job that it had. */
    improves: z.boolean().default(false),
  }),
  answer: submission.extend({ differences: submissionChanges }),
  timeoutMs: RUN_AGAIN_TIMEOUT_MS,
})

export const getSubmissionDifferences = defineEndpoint({
  name: 'getSubmissionDifferences',
  resource: 'submissions',
  summary: 'How a submission that was run again differs from its parent',
  method: 'GET',
  path: '/modeling/v1/submissions/{id}/differences',
  access: READERS,
  params: z.object({ id }),
  answer: submissionChanges,
})
