import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { jobPath } from './job-shapes.ts'
import { id, integer, listOf, message } from '../shapes.ts'

export const markJobsFinal = defineEndpoint({
  name: 'markJobsFinal',
  resource: 'jobs',
  summary: 'Mark jobs as final for their layers, or remove the mark; all or none',
  method: 'POST',
  path: '/modeling/v1/jobs/final',
  audit: 'final',
  record: 'job_ids',
  body: z.strictObject({
    job_ids: z.array(id).min(1).max(1000),
    final: z.boolean().default(true),
    /** The reason; kept with the mark. */
    reason: z.string().trim().min(1).max(500).optional(),
    /** The final jobs that may lose their mark; if another would, nothing changes. Left out: any may. */
    superseding: z.array(id).max(1000).optional(),
  }),
  answer: message.extend({
    /** Jobs whose mark this call has changed as requested. */
    job_ids: z.array(z.number().int()),
    superseded: z.array(z.object({ job_id: z.number().int(), superseded_by: z.number().int() })),
    /** What `undoFinalMark` takes; null if nothing was changed. */
    mark_id: z.number().int().nullable().optional(),
  }),
})

export const undoFinalMark = defineEndpoint({
  name: 'undoFinalMark',
  resource: 'jobs',
  summary: 'Undo a change of final marks, unless they were changed since; all or none',
  method: 'POST',
  path: '/modeling/v1/jobs/final/undo',
  audit: 'undo-final',
  // The handler names the jobs: a rejected call has no result.
  body: z.strictObject({ mark_id: id }),
  answer: message.extend({
    /** Jobs whose mark this call has changed. */
    job_ids: z.array(z.number().int()),
  }),
})

const finalMark = z.object({
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
  summary: "List the history of final marks of a job's layer, newest first",
  method: 'GET',
  path: '/modeling/v1/jobs/{id}/final-history',
  record: 'id',
  params: z.object(jobPath),
  query: z.strictObject({
    limit: integer.min(1).max(1000).default(100),
    skip: integer.min(0).max(10_000_000).default(0),
  }),
  answer: listOf(finalMark),
})
