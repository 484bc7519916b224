import type { Aggregate, AggregateRequest } from '#contract/jobs/aggregates.ts'
import { and, eq, inArray } from '#drizzle'
import type { Services } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { aggregates, bands, job_outputs, jobs, place_group_versions } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { computeAggregate } from '../../tasks/aggregates/compute-aggregate.definition.ts'
import { requireJob } from '../jobs/internal.ts'
import { dropOldAggregates } from './drop-old.ts'
import { getAggregate } from './get.ts'

/** Unfinished ones of a person at the same time. */
const MAX_UNFINISHED = 10

/** Queues figures of other units from a completed job's posterior. */
export async function requestAggregate(
  { db, queue }: Services,
  jobId: number,
  request: AggregateRequest,
  personId: number,
): Promise<Aggregate> {
  await requirePosterior(db, jobId)
  await requireInputs(db, jobId, request)
  await dropOldAggregates(db)
  const { id } = await transactionWithAudit(db, async (tx) => {
    const unfinished = await tx.$count(
      aggregates,
      and(eq(aggregates.created_by, personId), inArray(aggregates.status, ['received', 'writing'])),
    )
    if (unfinished >= MAX_UNFINISHED)
      throw new ServiceError(
        'too-many',
        sentence`${unfinished} of the figures that you requested are not ready yet. Request more when they are.`,
      )
    const [row] = await tx
      .insert(aggregates)
      .values({ request, job_id: jobId, created_by: personId })
      .returning({ id: aggregates.id })
    await queue.send(tx, computeAggregate, { aggregate_id: row.id }, { priority: -unfinished })
    return row
  })
  return getAggregate(db, { id: jobId, aggregate: id }, personId)
}

async function requirePosterior(db: Database, jobId: number): Promise<void> {
  const { status } = await requireJob(db, jobId)
  if (status !== 'completed')
    throw new ServiceError('conflict', sentence`Job ${jobId} is ${status}; only a completed job has figures.`)
  const count = await db.$count(
    job_outputs,
    and(eq(job_outputs.job_id, jobId), eq(job_outputs.type, 'posterior')),
  )
  if (count === 0)
    throw new ServiceError(
      'conflict',
      sentence`Job ${jobId} kept no posterior when it was computed. Run its layer again to ask for other figures.`,
    )
}

/** @throws ServiceError 'invalid' for outlines of another country, and for a band that does not exist */
async function requireInputs(
  db: Database,
  jobId: number,
  { outlines, population_band_id: band }: AggregateRequest,
): Promise<void> {
  if (outlines.kind === 'version') {
    const [job] = await db.select({ iso3_code: jobs.iso3_code }).from(jobs).where(eq(jobs.id, jobId))
    const { id, iso3_code } = place_group_versions
    const found = await db.$count(
      place_group_versions,
      and(eq(id, outlines.id), eq(iso3_code, job.iso3_code)),
    )
    if (found === 0)
      throw new ServiceError(
        'invalid',
        sentence`There is no place group version ${outlines.id} of ${job.iso3_code}.`,
        { field: 'outlines' },
      )
  }
  if (typeof band === 'number' && (await db.$count(bands, eq(bands.id, band))) === 0)
    throw new ServiceError('invalid', sentence`There is no band ${band}.`, { field: 'population_band_id' })
}
