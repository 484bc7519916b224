import { sql } from 'drizzle-orm'
import type { Services } from '../../context.ts'
import { takeInBands } from '../../tasks/take-in-bands.definition.ts'

/** Sends a task for every unfinished upload that has none: the queue's tables were emptied, or its tries used up. */
export async function resendUploads({ db, queue }: Pick<Services, 'db' | 'queue'>): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      select id from band_uploads
      where status in ('received', 'inspecting') and id not in (
        select (data->>'upload_id')::int from pgboss.job
        where name = ${takeInBands.name} and state in ('created', 'retry', 'active'))
      order by id limit 1000 for update skip locked`)
    const payloads = rows.map(({ id }) => ({ upload_id: id }))
    await queue.send(tx, takeInBands, payloads)
    return rows.length
  })
}
