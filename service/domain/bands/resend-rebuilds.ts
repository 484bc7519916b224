import { sql } from '#drizzle'
import type { Services } from '../../context.ts'
import { bands } from '../../db/schema.ts'
import { rebuildCog } from '../../tasks/rasters/rebuild-cog.definition.ts'
import { needsRebuild } from './is-unbuilt.ts'

/** Sends a task for every COG that is to be made again and has none. */
export async function resendRebuilds({ db, queue }: Pick<Services, 'db' | 'queue'>): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ asset_id: number }>(sql`
      select distinct asset_id from ${bands}
      where ${needsRebuild} and asset_id not in (
        select (data->>'asset_id')::int from pgboss.job
        where name = ${rebuildCog.name} and state in ('created', 'retry', 'active'))
      limit 1000`)
    await queue.send(tx, rebuildCog, rows)
    return rows.length
  })
}
