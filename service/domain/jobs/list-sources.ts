import { sql } from 'drizzle-orm'
import type { Executor } from '../../db/client.ts'

/** Distinct sources of jobs and surveys, sorted. Leaps along the index: the cost grows with the sources, not the jobs. */
export async function listSources(db: Executor): Promise<{ content: string[]; totalElements: number }> {
  const { rows } = await db.execute<{ source: string }>(sql`
    with recursive leap as (
      (select source from jobs order by source limit 1)
      union all
      select (select source from jobs where source > leap.source order by source limit 1)
      from leap where leap.source is not null
    )
    select source from (
      select source from leap where source is not null
      union
      select source from surveys
    ) as named
    order by source collate "und-x-icu", source`)
  return { content: rows.map(({ source }) => source), totalElements: rows.length }
}
