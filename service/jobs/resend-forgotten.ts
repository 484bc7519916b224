import { sql } from 'drizzle-orm'
import type { PgBoss } from 'pg-boss'
import type { Database } from '../db/client.ts'
import { sendRunLayer } from './pg-boss-queue.ts'
import { runLayerLost } from './run-layer-lost.definition.ts'
import { runLayer } from './run-layer.definition.ts'

/**
 * Gives a ticket to every unfinished job that has none: the queue's tables were emptied, restored from another moment,
 * or a ticket grew too old. A job with two tickets is harmless: each claim fences off the one before.
 */
export async function resendForgotten(boss: PgBoss, db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      select id from jobs
      where status in ('pending', 'running') and not exists (
        select 1 from pgboss.job ticket
        where ticket.name in (${runLayer.name}, ${runLayerLost.name})
          and ticket.state in ('created', 'retry', 'active')
          and (ticket.data->>'job_id')::int = jobs.id)
      order by id limit 1000
      for update skip locked`)
    for (const { id } of rows) await sendRunLayer(boss, tx, { job_id: id, losses: 0 })
    return rows.length
  })
}
