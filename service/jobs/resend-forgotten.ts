import { sql } from 'drizzle-orm'
import type { PgBoss } from 'pg-boss'
import type { Database } from '../db/client.ts'
import { sendRunLayer } from './pg-boss-queue.ts'
import { runLayerLost } from './run-layer-lost.definition.ts'
import { runLayer } from './run-layer.definition.ts'

/**
 * Gives a ticket to every unfinished job that has none: the queue's tables were emptied, restored from another moment,
 * or a ticket grew too old. A job with two tickets is harmless: each claim fences off the one before. 'except'
 * reads both sides once; a join could become a search of all tickets for each job where statistics are old.
 */
export async function resendForgotten(boss: PgBoss, db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      with forgotten as materialized (
        select id from jobs where status in ('pending', 'running')
        except
        select (data->>'job_id')::int from pgboss.job
        where name in (${runLayer.name}, ${runLayerLost.name}) and state in ('created', 'retry', 'active')
        order by id limit 1000)
      select job.id from forgotten cross join lateral (
        select id from jobs where jobs.id = forgotten.id and status in ('pending', 'running')
        for update skip locked) job`)
    for (const { id } of rows) await sendRunLayer(boss, tx, { job_id: id, losses: 0 })
    return rows.length
  })
}
