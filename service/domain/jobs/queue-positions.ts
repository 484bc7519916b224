import { sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { runLayer } from '../../tasks/layers/run-layer.definition.ts'
import { queueExists } from './queue-exists.ts'

/** Nobody counts further than this; a place beyond it is not reported. */
const FURTHEST = 10_000

/**
 * Place of each waiting job in the order in which workers take them; 1 is next. Each task looks up its job by its key:
 * left free, a planner whose statistics are older than a rush reads all waiting jobs for every task.
 */
export async function queuePositions(db: Executor, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0 || !(await queueExists(db))) return new Map()
  const wanted = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )
  const { rows } = await db.execute<{ job_id: number; position: number }>(sql`
    with tasks as materialized (
      select (data->>'job_id')::int as job_id, priority, created_on, id as task_id
      from pgboss.job
      where name = ${runLayer.name} and state < 'active'
      order by priority desc, created_on, id
      limit ${FURTHEST}
    ), waiting as (
      select jobs.id as job_id, (row_number() over (order by priority desc, created_on, task_id))::int as position
      from tasks cross join lateral (select id, status from jobs where jobs.id = tasks.job_id offset 0) jobs
      where jobs.status = 'pending'
    )
    select job_id, min(position)::int as position from waiting where job_id in (${wanted}) group by job_id`)
  return new Map(rows.map(({ job_id, position }) => [job_id, position]))
}
