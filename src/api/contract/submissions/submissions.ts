import { z } from 'zod'
import { CONFIGURATION_COLUMNS, type ConfigurationColumn } from './configuration.ts'
import {
  DOWNLOAD_TIMEOUT_MS,
  RUN_AGAIN_TIMEOUT_MS,
  RUN_FILE_TIMEOUT_MS,
  defineEndpoint,
} from '../endpoint.ts'
import { CONFIGURATION_MAX_BYTES, CONFIGURATION_MAX_ROWS, POINTS_MAX_BYTES } from './configuration-limits.ts'
import { submission } from './submission-list.ts'
import { finding, id, message, visibleLine } from '../shapes.ts'

export const downloadConfig = defineEndpoint({
  name: 'downloadConfig',
  resource: 'submissions',
  summary: 'Download the original configuration file of a submission',
  method: 'GET',
  path: '/modeling/v1/submissions/download_config/{id}',
  audit: 'download',
  record: 'id',
  params: z.object({ id }),
  answer: 'file',
  timeoutMs: DOWNLOAD_TIMEOUT_MS,
})

export const SAMPLE_FORMATS = ['xlsx', 'csv', 'json'] as const
export const downloadSample = defineEndpoint({
  name: 'downloadSample',
  resource: 'submissions',
  summary: 'Download a sample configuration',
  method: 'GET',
  path: '/modeling/v1/submissions/sample/{format}',
  audit: 'download',
  params: z.object({ format: z.enum(SAMPLE_FORMATS) }),
  answer: 'file',
})

const validation = z.object({
  valid: z.boolean(),
  columns: z.array(z.string()),
  /** `row` as in findings: the header is row 1. */
  rows: z.array(z.object({ row: z.number().int(), cells: z.record(z.string(), z.string()) })),
  findings: z.array(finding),
})
export type Validation = z.output<typeof validation>

const configurationFiles = {
  file: { maxBytes: CONFIGURATION_MAX_BYTES, maxCount: 1, required: true },
  surveys: { maxBytes: POINTS_MAX_BYTES, maxCount: 10, required: false },
} as const

export const validateConfiguration = defineEndpoint({
  name: 'validateConfiguration',
  resource: 'submissions',
  summary: 'Validate a configuration cell by cell; nothing is queued',
  method: 'POST',
  path: '/modeling/v1/submissions/validate-improvement-layers',
  scope: 'run',
  encoding: 'multipart',
  files: configurationFiles,
  body: z.object({}),
  answer: validation,
  timeoutMs: RUN_FILE_TIMEOUT_MS,
})

export const runFile = defineEndpoint({
  name: 'runFile',
  resource: 'submissions',
  summary: 'Submit a configuration; each of its layers becomes a job',
  method: 'POST',
  path: '/modeling/v1/run/file',
  scope: 'run',
  rate: 'upload',
  audit: 'run-file',
  record: 'result',
  encoding: 'multipart',
  files: configurationFiles,
  headers: ['Idempotency-Key'],
  body: z.object({
    title: visibleLine(200, 'Enter a title for the submission.'),
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

const submissionChanges = z.object({
  parent_id: z.number().int(),
  /** `row` as in findings; the parent's job that each layer comes from. */
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
  summary: 'Run a submission again, unchanged or with changes, as a new submission that names its parent',
  method: 'POST',
  path: '/modeling/v1/run/{id}',
  scope: 'run',
  audit: 'run-again',
  record: 'id',
  params: z.object({ id }),
  headers: ['Idempotency-Key'],
  body: z.strictObject({
    title: visibleLine(200, 'Enter a title for the submission.').optional(),
    project_id: id.optional(),
    /** Changed cells by row of the previous configuration. */
    layers: z
      .array(z.strictObject({ row: z.number().int().min(2), values: cells }))
      .min(1)
      .max(CONFIGURATION_MAX_ROWS)
      .optional(),
    /** Only the layers whose job failed. */
    only_failed: z.boolean().default(false),
    /** Only the layers whose job failed or was cancelled. */
    only_unfinished: z.boolean().default(false),
    /** Only the changed layers; each improves its previous job. */
    improves: z.boolean().default(false),
  }),
  answer: submission.extend({ differences: submissionChanges }),
  timeoutMs: RUN_AGAIN_TIMEOUT_MS,
})

export const cancelSubmission = defineEndpoint({
  name: 'cancelSubmission',
  resource: 'submissions',
  summary: 'Cancel all pending and running jobs of a submission (its owner or an admin)',
  method: 'POST',
  path: '/modeling/v1/submissions/{id}/cancel',
  audit: 'cancel-submission',
  record: 'id',
  params: z.object({ id }),
  answer: message,
})

export const moveSubmission = defineEndpoint({
  name: 'moveSubmission',
  resource: 'submissions',
  summary: 'Change or remove the project of a submission (its owner or an admin)',
  method: 'PUT',
  path: '/modeling/v1/submissions/{id}/project',
  audit: 'move-submission',
  record: 'id',
  params: z.object({ id }),
  body: z.strictObject({
    /** Null: no project. */
    project_id: id.nullable(),
  }),
  answer: submission,
})

export const getSubmissionConfiguration = defineEndpoint({
  name: 'getSubmissionConfiguration',
  resource: 'submissions',
  summary: "Get a submission's configuration by row, with its findings against the current catalogues",
  method: 'GET',
  path: '/modeling/v1/submissions/{id}/configuration',
  record: 'id',
  params: z.object({ id }),
  answer: validation,
  timeoutMs: RUN_FILE_TIMEOUT_MS,
})

export const getSubmissionDifferences = defineEndpoint({
  name: 'getSubmissionDifferences',
  resource: 'submissions',
  summary: 'List the changes of a submission from its parent',
  method: 'GET',
  path: '/modeling/v1/submissions/{id}/differences',
  record: 'id',
  params: z.object({ id }),
  answer: submissionChanges,
})
