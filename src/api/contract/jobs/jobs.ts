import { z } from 'zod'
import { LIST_TIMEOUT_MS, defineEndpoint } from '../endpoint.ts'
import { JOB_FIGURES, figureRanges } from './job-figures.ts'
import { jobStatus, jobPath, job, jobReport } from './job-shapes.ts'
import { verdictLevel } from './verdict.ts'
import {
  date,
  flag,
  id,
  integer,
  iso3,
  listOf,
  listQuery,
  many,
  match,
  message,
  period,
  text,
} from '../shapes.ts'

export const JOB_FILTER_FIELDS = [
  'id',
  'submission_id',
  'app_user_id',
  'tags',
  'iso3_code',
  'status',
  'target',
  'source',
  'source_wave',
  'source_date',
  'round',
  'submit_date_start',
  'submit_date_end',
  'data_description',
  'final',
  'all_adm_pass',
  'is_overfit',
  'verdict',
] as const

export const JOB_SORTS = [
  ...JOB_FILTER_FIELDS,
  'datetime_submitted',
  'method',
  'stack_name',
  'stack_version',
  ...JOB_FIGURES,
] as const

export const listJobs = defineEndpoint({
  name: 'listJobs',
  resource: 'jobs',
  summary: 'List jobs',
  method: 'GET',
  path: '/modeling/v1/jobs/details',
  query: listQuery(
    JOB_SORTS,
    { sortBy: 'datetime_submitted' },
    {
      id: many(id),
      submission_id: many(id),
      app_user_id: many(id),
      /** Names; a job matches if it has all of them, or with `tags_match=any` one of them. */
      tags: many(text),
      tags_match: match.optional(),
      iso3_code: many(iso3),
      status: many(jobStatus),
      target: many(text),
      source: many(text),
      source_wave: many(text),
      source_date: date.optional(),
      round: many(text),
      submit_date_start: date.optional(),
      /** Inclusive. */
      submit_date_end: date.optional(),
      /** Resolved whenever the list is read. */
      submitted: period.optional(),
      /** Contains, case-insensitive. */
      data_description: text.optional(),
      final: flag.optional(),
      all_adm_pass: flag.optional(),
      is_overfit: flag.optional(),
      verdict: many(verdictLevel),
      /** Whether a newer job has the same country, target, source, wave and round. */
      has_newer: flag.optional(),
      method: many(text),
      stack_name: many(text),
      stack_version: many(id),
      ...figureRanges,
    },
  ),
  answer: listOf(job),
  timeoutMs: LIST_TIMEOUT_MS,
})

/** The home statistics' list of jobs: pages count from 1. */
export const pageJobs = defineEndpoint({
  name: 'pageJobs',
  resource: 'jobs',
  summary: 'List jobs by page and size, for the home statistics',
  method: 'GET',
  path: '/modeling/v1/jobs',
  query: z.strictObject({
    page: integer.min(1).max(1_000_000).default(1),
    size: integer.min(1).max(1000).default(10),
    sort_by: z.enum(JOB_SORTS).default('datetime_submitted'),
    sort_order: z.enum(['asc', 'desc']).default('asc'),
    status: many(jobStatus),
    createDateStart: date.optional(),
    createDateEnd: date.optional(),
  }),
  answer: listOf(job),
  timeoutMs: LIST_TIMEOUT_MS,
})

const count = z.number().int()

export const countJobs = defineEndpoint({
  name: 'countJobs',
  resource: 'jobs',
  summary: 'Count submitted jobs in total and by status; both dates are inclusive',
  method: 'GET',
  path: '/modeling/v1/jobs/counts',
  query: z.strictObject({ createDateStart: date.optional(), createDateEnd: date.optional() }),
  answer: z.object({
    total: count,
    by_status: z.object({
      pending: count,
      running: count,
      completed: count,
      failed: count,
      cancelled: count,
    }),
  }),
  timeoutMs: LIST_TIMEOUT_MS,
})

export const listStatuses = defineEndpoint({
  name: 'listStatuses',
  resource: 'jobs',
  summary: 'List all job statuses, in order',
  method: 'GET',
  path: '/modeling/v1/jobs/all_status',
  answer: listOf(z.string()),
})

export const listSources = defineEndpoint({
  name: 'listSources',
  resource: 'jobs',
  summary: 'List the sources of all jobs and surveys',
  method: 'GET',
  path: '/modeling/v1/jobs/all-sources',
  answer: listOf(z.string()),
})

export const listTargets = defineEndpoint({
  name: 'listTargets',
  resource: 'jobs',
  summary: 'List the targets of all jobs and surveys',
  method: 'GET',
  path: '/modeling/v1/jobs/all-targets',
  answer: listOf(z.string()),
})

export const getQueueSize = defineEndpoint({
  name: 'getQueueSize',
  resource: 'jobs',
  summary: 'Count pending and running jobs',
  method: 'GET',
  path: '/modeling/v1/jobs/queue/size',
  answer: z.object({ size: z.number().int(), running: z.number().int() }),
})

const byKey = z.object({
  job_key: z.string().regex(/^[a-z0-9][a-z0-9-]{0,199}$/, 'a job key such as nga-water-sim-2024-r1-1'),
})

export const getJobReport = defineEndpoint({
  name: 'getJobReport',
  resource: 'jobs',
  summary: 'Get a job by its key, with the contents of its report',
  method: 'GET',
  path: '/modeling/v1/jobs/by-key/{job_key}',
  record: 'job_key',
  params: byKey,
  answer: jobReport,
})

export const getThumbnail = defineEndpoint({
  name: 'getThumbnail',
  resource: 'jobs',
  summary:
    "Get a small PNG (384 px) of a completed job's mean, or of the first band of a checked-in product, in the colours of its report",
  method: 'GET',
  path: '/modeling/v1/jobs/by-key/{job_key}/thumbnail',
  rate: 'picture',
  record: 'job_key',
  params: byKey,
  answer: 'file',
})

export const cancelJob = defineEndpoint({
  name: 'cancelJob',
  resource: 'jobs',
  summary: 'Cancel a pending or running job (its owner or an admin)',
  method: 'POST',
  path: '/modeling/v1/jobs/{id}/cancel',
  audit: 'cancel-job',
  record: 'id',
  params: z.object(jobPath),
  answer: message,
})

/** An event of a stream that is still open: the first at once, so that a reader knows that nothing holds events back. */
export const HEARTBEAT_EVENT = 'heartbeat'
export const HEARTBEAT_MS = 15_000

export const watchJobs = defineEndpoint({
  name: 'watchJobs',
  resource: 'jobs',
  summary:
    "Stream changes of jobs as server-sent events named 'job', each with a job's progress, and a 'heartbeat' every 15 seconds",
  method: 'GET',
  path: '/modeling/v1/jobs/events',
  query: z.strictObject({ submission_id: many(id) }),
  answer: 'events',
})
