import { z } from 'zod'
import { DOWNLOAD_TIMEOUT_MS, LIST_TIMEOUT_MS, READERS, WRITERS, defineEndpoint } from './endpoint.ts'
import {
  JOB_ID_REQUIRED,
  date,
  flag,
  id,
  integer,
  iso3,
  listOf,
  listQuery,
  many,
  message,
  text,
} from './shapes.ts'
import { tag } from './tags.ts'

export const JOB_STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const
export const jobStatus = z.enum(JOB_STATUSES)
export type JobStatus = z.output<typeof jobStatus>

export const OUTPUT_TYPES = [
  'mean',
  'lower',
  'upper',
  'sd',
  'adm',
  'clusters-cv',
  'cells',
  'diagnostics',
  'provenance',
  'log',
] as const
export type OutputType = (typeof OUTPUT_TYPES)[number]
export const SURFACES = ['mean', 'lower', 'upper', 'width'] as const
export type Surface = (typeof SURFACES)[number]
export const RAMPS = ['viridis', 'cividis', 'magma', 'ylgnbu'] as const

const jobPath = {
  id: z.coerce
    .number(JOB_ID_REQUIRED)
    .int(JOB_ID_REQUIRED)
    .min(1, JOB_ID_REQUIRED)
    .max(2_147_483_647, JOB_ID_REQUIRED),
}

/** What changes while a job runs; also the payload of the live events. */
export const jobProgress = z.object({
  id: z.number().int(),
  submission_id: z.number().int(),
  status: jobStatus,
  step: z.string().nullable(),
  /** 0 to 1. */
  fraction: z.number(),
  /** One readable sentence when the job failed. */
  reason: z.string().nullable(),
  /** 1 is next; null unless pending. */
  queue_position: z.number().int().nullable(),
  attempt: z.number().int(),
})
export type JobProgress = z.output<typeof jobProgress>

export const job = jobProgress.extend({
  job_key: z.string(),
  submission_title: z.string(),
  app_user_id: z.number().int(),
  app_user_name: z.string(),
  /** The author, or whoever the submission was handed over to: they and admins may cancel it. */
  owner_id: z.number().int(),
  iso3_code: z.string(),
  country: z.string(),
  target: z.string(),
  source: z.string(),
  source_wave: z.string(),
  source_date: z.string().nullable(),
  round: z.string(),
  data_description: z.string(),
  stack_name: z.string(),
  method: z.string(),
  tags: z.array(tag),
  final: z.boolean(),
  /** The job that took the mark 'final' over from this one. */
  superseded_by: z.number().int().nullable().optional(),
  all_adm_pass: z.boolean().nullable(),
  is_overfit: z.boolean().nullable(),
  datetime_submitted: z.string(),
  datetime_started: z.string().nullable(),
  datetime_finished: z.string().nullable(),
})
export type Job = z.output<typeof job>

const surfaceSummary = z.object({
  min: z.number(),
  max: z.number(),
  mean: z.number(),
  /** Counts of equally wide bins from min to max. */
  histogram: z.array(z.number().int()),
})

export const jobReport = job.extend({
  layer: z.record(z.string(), z.unknown()),
  simulated: z.boolean(),
  note: z.string().nullable(),
  /** West, south, east, north in degrees; null until there are maps. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  surfaces: z
    .object({ mean: surfaceSummary, lower: surfaceSummary, upper: surfaceSummary, width: surfaceSummary })
    .nullable(),
  outputs: z.array(
    z.object({
      type: z.enum(OUTPUT_TYPES),
      name: z.string(),
      media_type: z.string(),
      size: z.number().int(),
      sha256: z.string(),
    }),
  ),
  place_groups: z.array(
    z.object({ version_id: z.number().int(), place_type: z.string(), version: z.string() }),
  ),
  /** diagnostics.json of the job; null until it is completed. */
  diagnostics: z.unknown().nullable(),
})
export type JobReport = z.output<typeof jobReport>

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
] as const
export const JOB_SORTS = [...JOB_FILTER_FIELDS, 'datetime_submitted'] as const

export const listJobs = defineEndpoint({
  name: 'listJobs',
  resource: 'jobs',
  summary: 'Jobs with paging, sort and filters',
  method: 'GET',
  path: '/modeling/v1/jobs/details',
  access: READERS,
  query: listQuery(
    JOB_SORTS,
    { sortBy: 'datetime_submitted' },
    {
      id: many(id),
      submission_id: many(id),
      app_user_id: many(id),
      /** Names; a job matches when it carries all of them. */
      tags: many(text),
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
      /** Contains, whatever the case. */
      data_description: text.optional(),
      final: flag.optional(),
      all_adm_pass: flag.optional(),
      is_overfit: flag.optional(),
    },
  ),
  answer: listOf(job),
  timeoutMs: LIST_TIMEOUT_MS,
})

/** The job list of the home statistics: pages are counted from 1. */
export const pageJobs = defineEndpoint({
  name: 'pageJobs',
  resource: 'jobs',
  summary: 'Jobs by page and size, for the home statistics',
  method: 'GET',
  path: '/modeling/v1/jobs',
  access: READERS,
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

export const listStatuses = defineEndpoint({
  name: 'listStatuses',
  resource: 'jobs',
  summary: 'All statuses of a job, in order',
  method: 'GET',
  path: '/modeling/v1/jobs/all_status',
  access: READERS,
  answer: listOf(z.string()),
})

export const listSources = defineEndpoint({
  name: 'listSources',
  resource: 'jobs',
  summary: 'All sources that jobs or surveys name',
  method: 'GET',
  path: '/modeling/v1/jobs/all-sources',
  access: READERS,
  answer: listOf(z.string()),
})

export const listTargets = defineEndpoint({
  name: 'listTargets',
  resource: 'jobs',
  summary: 'All targets that jobs or surveys name',
  method: 'GET',
  path: '/modeling/v1/jobs/all-targets',
  access: READERS,
  answer: listOf(z.string()),
})

export const getQueueSize = defineEndpoint({
  name: 'getQueueSize',
  resource: 'jobs',
  summary: 'How many jobs wait and run',
  method: 'GET',
  path: '/modeling/v1/jobs/queue/size',
  access: READERS,
  answer: z.object({ size: z.number().int(), running: z.number().int() }),
})

export const getJobReport = defineEndpoint({
  name: 'getJobReport',
  resource: 'jobs',
  summary: 'One job by its key, with what its report shows',
  method: 'GET',
  path: '/modeling/v1/jobs/by-key/{job_key}',
  access: READERS,
  params: z.object({
    job_key: z.string().regex(/^[a-z0-9][a-z0-9-]{0,199}$/, 'a job key such as nga-water-sim-2024-r1-1'),
  }),
  answer: jobReport,
})

export const cancelJob = defineEndpoint({
  name: 'cancelJob',
  resource: 'jobs',
  summary: 'Cancel a pending or running job (its owner or an admin)',
  method: 'POST',
  path: '/modeling/v1/jobs/{id}/cancel',
  access: WRITERS,
  params: z.object(jobPath),
  answer: message,
})

export const downloadJob = defineEndpoint({
  name: 'downloadJob',
  resource: 'jobs',
  summary: 'One output of a job',
  method: 'GET',
  path: '/modeling/v1/jobs/{id}/download/{type}',
  access: READERS,
  params: z.object({ ...jobPath, type: z.enum(OUTPUT_TYPES) }),
  answer: 'file',
  timeoutMs: DOWNLOAD_TIMEOUT_MS,
})

export const listJobAdmData = defineEndpoint({
  name: 'listJobAdmData',
  resource: 'jobs',
  summary: 'Observed and modelled value of each admin unit of a job',
  method: 'GET',
  path: '/modeling/v1/jobs/layer-tracker/{id}/adm-data',
  access: READERS,
  params: z.object(jobPath),
  answer: listOf(
    z.object({
      level: z.number().int(),
      code: z.string(),
      name: z.string(),
      clusters: z.number().int(),
      observed: z.number().nullable(),
      observed_lower: z.number().nullable(),
      observed_upper: z.number().nullable(),
      modelled: z.number().nullable(),
      modelled_lower: z.number().nullable(),
      modelled_upper: z.number().nullable(),
      z: z.number().nullable(),
      pass: z.boolean().nullable(),
    }),
  ),
})

export const getJobTile = defineEndpoint({
  name: 'getJobTile',
  resource: 'jobs',
  summary: 'A 256 px Web Mercator picture of a surface of a job',
  method: 'GET',
  path: '/modeling/v1/jobs/{id}/tiles/{surface}/{z}/{x}/{y}',
  access: READERS,
  params: z.object({
    ...jobPath,
    surface: z.enum(SURFACES),
    z: integer.min(0).max(22),
    x: integer.min(0).max(4_194_303),
    y: integer.min(0).max(4_194_303),
  }),
  query: z.strictObject({
    ramp: z.enum(RAMPS).default('viridis'),
    min: z.coerce.number(),
    max: z.coerce.number(),
  }),
  answer: 'file',
})

export const getJobValue = defineEndpoint({
  name: 'getJobValue',
  resource: 'jobs',
  summary: 'The values of all surfaces of a job at a place',
  method: 'GET',
  path: '/modeling/v1/jobs/{id}/value',
  access: READERS,
  params: z.object(jobPath),
  query: z.strictObject({
    longitude: z.coerce.number().min(-180).max(180),
    latitude: z.coerce.number().min(-90).max(90),
  }),
  answer: z.object({
    mean: z.number().nullable(),
    lower: z.number().nullable(),
    upper: z.number().nullable(),
    width: z.number().nullable(),
  }),
})

export const watchJobs = defineEndpoint({
  name: 'watchJobs',
  resource: 'jobs',
  summary: "Live changes of jobs: events named 'job' whose data is a job's progress",
  method: 'GET',
  path: '/modeling/v1/jobs/events',
  access: READERS,
  query: z.strictObject({ submission_id: many(id) }),
  answer: 'events',
})

export const markJobsFinal = defineEndpoint({
  name: 'markJobsFinal',
  resource: 'jobs',
  summary: 'Mark jobs as the final ones of their layers, or take the mark off; all or none',
  method: 'POST',
  path: '/modeling/v1/jobs/final',
  access: WRITERS,
  audit: 'final',
  body: z.strictObject({
    job_ids: z.array(id).min(1).max(1000),
    final: z.boolean().default(true),
    /** Why; kept with the mark. */
    reason: z.string().trim().min(1).max(500).optional(),
  }),
  answer: message.extend({
    /** Jobs whose mark this call has changed as asked for. */
    job_ids: z.array(z.number().int()),
    superseded: z.array(z.object({ job_id: z.number().int(), superseded_by: z.number().int() })),
  }),
})

export const finalMark = z.object({
  id: z.number().int(),
  job_id: z.number().int(),
  job_key: z.string(),
  final: z.boolean(),
  superseded_by: z.number().int().nullable(),
  reason: z.string().nullable(),
  marked_by: z.number().int().nullable(),
  marked_by_name: z.string().nullable(),
  marked_at: z.string(),
})
export type FinalMark = z.output<typeof finalMark>

export const listFinalHistory = defineEndpoint({
  name: 'listFinalHistory',
  resource: 'jobs',
  summary: "Who marked which job of this job's layer as final, when and why; the newest first",
  method: 'GET',
  path: '/modeling/v1/jobs/{id}/final-history',
  access: READERS,
  params: z.object(jobPath),
  query: z.strictObject({
    limit: integer.min(1).max(1000).default(100),
    skip: integer.min(0).max(10_000_000).default(0),
  }),
  answer: listOf(finalMark),
})
