import { sql } from '#drizzle'
import type { Services } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import type { aggregates, assets, band_uploads, briefs, inspections } from '../../db/schema.ts'

interface Lost {
  records: typeof aggregates | typeof assets | typeof band_uploads | typeof briefs | typeof inspections
  /** The task's name, and the field of its payload that names the record. */
  task: { name: string }
  field: string
  send: (tx: Executor, ids: number[]) => Promise<void>
}

/** Sends a task for every unfinished record that has none: the queue's tables were emptied, or its tries used up. */
export async function resend(db: Services['db'], { records, task, field, send }: Lost): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      select id from ${records}
      where status in ('received', 'inspecting', 'writing') and id not in (
        select (data->>${field}::text)::int from pgboss.job
        where name = ${task.name} and state in ('created', 'retry', 'active'))
      order by id limit 1000 for update skip locked`)
    const ids = rows.map(({ id }) => id)
    await send(tx, ids)
    return ids.length
  })
}
