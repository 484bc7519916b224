import { sql } from '#drizzle'
import type { Services } from '../../../context.ts'
import { runLayerLost } from '#service/tasks/layers/run-layer-lost.definition.ts'
import { runLayer } from '#service/tasks/layers/run-layer.definition.ts'
import { sendLayers } from './send-layers.ts'

/**
 * Sends a task for every unfinished job that has none: the queue's tables were emptied or restored from another moment,
 * or a task expired. A job with two tasks is harmless: each claim fences off the one before. 'except' reads both sides
 * once; with stale statistics, a join could search all tasks for each job.
 */
export async function resendForgotten({ db, queue }: Pick<Services, 'db' | 'queue'>): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number; app_user_id: number }>(sql`
      with forgotten as materialized (
        select id from jobs where status in ('pending', 'running')
        except
        select (data->>'job_id')::int from pgboss.job
        where name in (${runLayer.name}, ${runLayerLost.name}) and state in ('created', 'retry', 'active')
        order by id limit 1000)
      select job.* from forgotten cross join lateral (
        select id, app_user_id from jobs where jobs.id = forgotten.id and status in ('pending', 'running')
        for update skip locked) job`)
    for (const own of Map.groupBy(rows, ({ app_user_id }) => app_user_id).values())
      await sendLayers(
        queue,
        tx,
        own.map(({ id }) => id),
      )
    return rows.length
  })
}
