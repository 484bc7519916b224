import { AGGREGATE_HOURS } from '#contract/jobs/aggregates.ts'
import { sql } from '#drizzle'
import type { Database } from '../../db/client.ts'
import { aggregates } from '../../db/schema.ts'

/** Deletes the figures that were requested more than a day ago by anyone. */
export async function dropOldAggregates(db: Database): Promise<void> {
  await db
    .delete(aggregates)
    .where(sql`${aggregates.created_at} < now() - make_interval(hours => ${AGGREGATE_HOURS})`)
}
