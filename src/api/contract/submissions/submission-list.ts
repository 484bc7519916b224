import { z } from 'zod'
import { LIST_TIMEOUT_MS, defineEndpoint } from '../endpoint.ts'
import { jobStatus } from '../jobs/job-shapes.ts'
import { date, id, iso3, listOf, listQuery, many, period, text } from '../shapes.ts'

export const submission = z.object({
  id: z.number().int(),
  title: z.string(),
  app_user_id: z.number().int(),
  app_user_name: z.string(),
  /** The author, or the person it was handed over to: they and admins may cancel its jobs and move it to another project. */
  owner_id: z.number().int(),
  project_id: z.number().int().nullable(),
  project_name: z.string().nullable(),
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

const SUBMISSION_SORTS = ['id', 'title', 'app_user_id', 'status', 'datetime_submitted'] as const

export const listSubmissions = defineEndpoint({
  name: 'listSubmissions',
  resource: 'submissions',
  summary: 'List submissions',
  method: 'GET',
  path: '/modeling/v1/submissions',
  query: listQuery(
    SUBMISSION_SORTS,
    { sortBy: 'datetime_submitted' },
    {
      app_user_id: many(id),
      iso3_code: many(iso3),
      status: many(jobStatus),
      id: many(id),
      /** Contains, case-insensitive. */
      title: text.optional(),
      source: many(text),
      source_wave: many(text),
      round: many(text),
      start_date: date.optional(),
      /** Inclusive. */
      end_date: date.optional(),
      /** Resolved whenever the list is read. */
      submitted: period.optional(),
      stack_name: many(text),
      project_id: many(id),
    },
  ),
  answer: listOf(submission),
  timeoutMs: LIST_TIMEOUT_MS,
})
