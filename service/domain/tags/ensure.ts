import { sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { tags } from '../../db/schema.ts'

/**
 * The ids of these tags, by their names as given; new ones are created with that spelling. Locked against deletion
 * until the transaction ends.
 */
export async function ensureTags(tx: Executor, names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const first = new Map<string, string>()
  for (const name of names) if (!first.has(name.toLowerCase())) first.set(name.toLowerCase(), name)
  // Sorted, so that two calls that create the same tags never deadlock.
  const wanted = [...first].sort(([a], [b]) => (a < b ? -1 : 1))
  await tx
    .insert(tags)
    .values(wanted.map(([, name]) => ({ name })))
    .onConflictDoNothing()
  return findTags(tx, names)
}

/** The ids of the existing tags, by their names as given. The database compares case, as in the unique index. */
export async function findTags(tx: Executor, names: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ given: string; id: number }>(sql`
    select given, ${tags.id} from unnest(${sql.param([...new Set(names)])}::text[]) given
    join ${tags} on lower(${tags.name}) = lower(given)
    order by ${tags.id} for key share of ${tags}`)
  return new Map(rows.map(({ given, id }) => [given, id]))
}
