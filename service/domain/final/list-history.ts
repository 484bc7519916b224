import type { Answer, Query } from '#contract/endpoint.ts'
import type { listFinalHistory } from '#contract/jobs/final.ts'
import { eq, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { countAll, listPage } from '../../db/list-query.ts'
import { personNameIfAny } from '../../db/person-name.ts'
import { final_marks, jobs, users } from '../../db/schema.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { sameLayer } from './marks.ts'

type List = typeof listFinalHistory
type Row = Omit<Answer<List>['content'][number], 'marked_at'> & { marked_at: Date }

/** The marks of the job's layer, including its own. */
export async function listHistory(db: Executor, id: number, query: Query<List>): Promise<Answer<List>> {
  const [job] = await db.select().from(jobs).where(eq(jobs.id, id))
  if (!job) throw new ServiceError('not-found', sentence`There is no job ${id}.`)
  return listPage({
    select: db
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
      .$dynamic(),
    count: db.select({ total: countAll }).from(final_marks).$dynamic(),
    where: [sameLayer(final_marks, job)],
    sortable: { id: final_marks.id },
    id: final_marks.id,
    query: { ...query, sort_by: 'id', sort_order: 'desc' },
    present: (row: Row) => ({ ...row, marked_at: row.marked_at.toISOString() }),
  })
}
