import type { Answer } from '#contract/endpoint.ts'
import type { listFinalHistory } from '#contract/final.ts'
import { desc, eq, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { countAll } from '../../db/list-query.ts'
import { personNameIfAny } from '../../db/person-name.ts'
import { final_marks, jobs, users } from '../../db/schema.ts'
import { ServiceError } from '../../service-error.ts'
import { sameLayer } from './marks.ts'

/** The marks of the job's layer, including its own. */
export async function listHistory(
  db: Executor,
  id: number,
  { limit, skip }: { limit: number; skip: number },
): Promise<Answer<typeof listFinalHistory>> {
  const [job] = await db.select().from(jobs).where(eq(jobs.id, id))
  if (!job) throw new ServiceError('not-found', `There is no job ${id}.`)
  const ofLayer = sameLayer(final_marks, job)
  const rows = await db
    .select({
      id: final_marks.id,
      job_id: final_marks.job_id,
      job_key: sql<string>`coalesce(${jobs.job_key}, ${jobs.id}::text)`,
      final: final_marks.final,
      superseded_by: final_marks.superseded_by,
      reason: final_marks.reason,
      marked_by: final_marks.marked_by,
      marked_by_name: personNameIfAny,
      marked_at: final_marks.marked_at,
    })
    .from(final_marks)
    .innerJoin(jobs, eq(jobs.id, final_marks.job_id))
    .leftJoin(users, eq(users.id, final_marks.marked_by))
    .where(ofLayer)
    .orderBy(desc(final_marks.id))
    .limit(limit)
    .offset(skip)
  const [{ total }] = await db.select({ total: countAll }).from(final_marks).where(ofLayer)
  return {
    content: rows.map((row) => ({ ...row, marked_at: row.marked_at.toISOString() })),
    totalElements: total,
  }
}
