import type { Aggregate } from '#contract/jobs/aggregates.ts'
import { and, eq } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { aggregates, jobs } from '../../db/schema.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { admCsv } from '../jobs/run-layer/adm-and-clusters.ts'

interface Which {
  /** The job's. */
  id: number
  aggregate: number
}

async function findAggregate(db: Executor, { id, aggregate }: Which, personId: number) {
  const [row] = await db
    .select({ aggregate: aggregates, job_key: jobs.job_key })
    .from(aggregates)
    .innerJoin(jobs, eq(jobs.id, aggregates.job_id))
    .where(and(eq(aggregates.id, aggregate), eq(aggregates.job_id, id), eq(aggregates.created_by, personId)))
  if (!row) throw new ServiceError('not-found', sentence`You have no figures ${aggregate} of job ${id}.`)
  return row
}

export async function getAggregate(db: Executor, which: Which, personId: number): Promise<Aggregate> {
  const { aggregate } = await findAggregate(db, which, personId)
  const { id, job_id, status, fraction, reason, result, created_at } = aggregate
  return {
    id,
    job_id,
    status,
    fraction,
    reason,
    units: result && result.units,
    exceedance_threshold: result && result.threshold,
    created_at: created_at.toISOString(),
  }
}

/** With the columns of adm.csv; else a sentence that says why there are no figures. */
export async function aggregateCsv(db: Executor, which: Which, personId: number) {
  const { aggregate, job_key } = await findAggregate(db, which, personId)
  const { id, status, result } = aggregate
  if (!result)
    throw status === 'failed'
      ? new ServiceError('conflict', sentence`The figures ${id} could not be computed; request them again.`)
      : new ServiceError('conflict', sentence`The figures ${id} are not ready yet.`)
  return {
    name: `${job_key}-figures-${id}.csv`,
    content: admCsv(result.units, result.threshold, result.raked),
  }
}
