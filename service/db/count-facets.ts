import type { Answer } from '#contract/endpoint.ts'
import { type FACETS, MAX_FACETS } from '#contract/lists/facets.ts'
import { type SQL, type SQLWrapper, sql } from '#drizzle'
import type { Executor } from './client.ts'
import { allOf } from './list-by-ids.ts'

/** The number of rows per value of an expression, as rows of (value, count), in one grouped query. */
export const countBy = (value: SQLWrapper, from: SQLWrapper, where: (SQL | undefined)[]): SQL =>
  sql`(select ${value} as value, count(*)::int as count from ${from} where ${allOf(where)} group by 1)`

/** The same where a row of the list may have several values or, joined, one of them several times. */
export const countIdsBy = (
  value: SQLWrapper,
  id: SQLWrapper,
  from: SQLWrapper,
  where: (SQL | undefined)[],
): SQL =>
  countBy(
    sql`value`,
    sql`(select distinct ${value} as value, ${id} as id from ${from} where ${allOf(where)}) as ids`,
    [],
  )

/** Where a field's values are; with `id` and `from` if a row of the list may have several. */
type Values = SQLWrapper | { value: SQLWrapper; id: SQLWrapper; from: SQLWrapper }

/** The facets of a list, from its table and the conditions of its filters, which then leave the field's own out. */
export const facetsFrom =
  <F extends string, Filters extends object>(
    table: SQLWrapper,
    filter: (filters: Filters) => (SQL | undefined)[],
    values: Record<F, Values>,
  ) =>
  (db: Executor, { field, ...asked }: Filters & { field: F }) => {
    const where = filter({ ...asked, [field]: undefined } as unknown as Filters)
    const of: Values = values[field]
    return mostFrequent(
      db,
      'getSQL' in of ? countBy(of, table, where) : countIdsBy(of.value, of.id, of.from, where),
    )
  }

/** Rows of (value, count) as the answer of a list's facets: the most frequent values first, null left out. */
export async function mostFrequent(db: Executor, counted: SQL): Promise<Answer<typeof FACETS.listJobs>> {
  const { rows } = await db.execute<{ value: string; count: number; values: number }>(sql`
    select value::text as value, count, (count(*) over ())::int as values from ${counted} as counted
    where value is not null order by count desc, value::text limit ${MAX_FACETS}`)
  return {
    content: rows.map(({ value, count }) => ({ value, count })),
    totalElements: rows[0]?.values ?? 0,
  }
}
