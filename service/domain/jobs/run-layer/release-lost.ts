import { sql } from '#drizzle'
import type { Services } from '../../../context.ts'
import { runLayer } from '#service/tasks/layers/run-layer.definition.ts'

/**
 * Layers whose worker was lost wait again, also on the screen, until a worker is free: the queue has taken back their
 * tasks. A layer that was claimed meanwhile has another attempt, and stays. Returns their number.
 */
export async function releaseLost({ db }: Pick<Services, 'db'>): Promise<number> {
  // Mostly nothing runs, and the queue need not be searched.
  const { rows: running } = await db.execute(sql`select 1 from jobs where status = 'running' limit 1`)
  if (running.length === 0) return 0
  const { rows } = await db.execute(sql`
    with lost as materialized (
      select id, attempt from jobs where status = 'running' and id in (
        select (data->>'job_id')::int from pgboss.job where name = ${runLayer.name} and state = 'retry'))
    update jobs set status = 'pending', step = null, fraction = 0, datetime_started = null
    from lost where jobs.id = lost.id and jobs.attempt = lost.attempt and jobs.status = 'running'
    returning jobs.id`)
  return rows.length
}
