import { sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'

/**
 * Distinct sources or targets of jobs and surveys, sorted. Leaps along the index: the cost grows with the names, not
 * the jobs.
 */
export async function listNamed(
  db: Executor,
  column: 'source' | 'target',
): Promise<{ content: string[]; totalElements: number }> {
  const name = sql.identifier(column)
  const { rows } = await db.execute<{ name: string }>(sql`
    with recursive jump as (
      (select ${name} as name from jobs order by ${name} limit 1)
      union all
      select (select ${name} from jobs where ${name} > jump.name order by ${name} limit 1)
      from jump where jump.name is not null
    )
    select name from (
      select name from jump where name is not null
      union
      select ${name} from surveys
    ) as named
    order by name collate "und-x-icu", name`)
  return { content: rows.map((row) => row.name), totalElements: rows.length }
}
