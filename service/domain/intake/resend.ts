import { sql } from 'drizzle-orm'
import type { Services } from '../../context.ts'
import { takeInRaster } from '../../tasks/take-in-raster.definition.ts'

/** Sends a task for every unfinished raster that has none: the queue's tables were emptied, or its tries used up. */
export async function resendUnfinished({ db, queue }: Pick<Services, 'db' | 'queue'>): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      select id from assets
      where status in ('received', 'inspecting') and id not in (
        select (data->>'asset_id')::int from pgboss.job
        where name = ${takeInRaster.name} and state in ('created', 'retry', 'active'))
      order by id limit 1000 for update skip locked`)
    const payloads = rows.map(({ id }) => ({ asset_id: id }))
    await queue.send(tx, takeInRaster, payloads)
    return rows.length
  })
}
