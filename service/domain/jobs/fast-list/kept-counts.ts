import { type SQL, and, between, eq, gte, inArray, lte, sql } from '#drizzle'
import { daysOf } from '../../../db/day-range.ts'
import type { Filters } from '../filter-jobs.ts'
import { COUNTED, type CountedColumn, SETS, groupingMask } from './counted-columns.ts'

const NAMES = new Set<string>(COUNTED.map(({ name }) => name))
/** The filters that are not named like their column. */
const DAYS: Partial<Record<string, { column: CountedColumn; compare: typeof gte }>> = {
  submit_date_start: { column: 'submitted_on', compare: gte },
  submit_date_end: { column: 'submitted_on', compare: lte },
}
/** They leave no job out. */
const NO_FILTER = new Set(['limit', 'skip', 'sort_by', 'sort_order', 'then_by', 'tags_match'])

interface Condition {
  column: CountedColumn
  sql: SQL
}

/** The filters as conditions on the counted columns; undefined if one of them is on another column. */
function conditionsOf(filters: Filters): Condition[] | undefined {
  const { submitted, ...others } = filters
  const set = Object.entries(others).filter(
    ([name, value]) => value !== undefined && value !== '' && !NO_FILTER.has(name),
  )
  const conditions = set.map(([name, value]): Condition | undefined => {
    const column = DAYS[name]?.column ?? (NAMES.has(name) ? (name as CountedColumn) : undefined)
    if (!column) return undefined
    const identifier = sql`${sql.identifier(column)}`
    const compare = DAYS[name]?.compare ?? eq
    return {
      column,
      sql: Array.isArray(value) ? inArray(identifier, value) : compare(identifier, value),
    }
  })
  if (submitted) {
    const { first, last } = daysOf(submitted)
    conditions.push({ column: 'submitted_on', sql: between(sql.identifier('submitted_on'), first, last) })
  }
  return conditions.includes(undefined) ? undefined : (conditions as Condition[])
}

/** The number of matching jobs per value of a column, as rows of (value, jobs); undefined if it is not kept. */
export function keptBy(column: string, filters: Filters): SQL | undefined {
  const conditions = conditionsOf(filters)
  const needed = [column, ...(conditions ?? []).map((condition) => condition.column)]
  const set =
    conditions && SETS.find((columns) => needed.every((one) => columns.some((kept) => kept === one)))
  if (!set) return undefined
  const value = sql.identifier(column)
  const where = allOf(conditions)
  return sql`(
    select value, sum(n)::int as jobs from (
      select ${value} as value, n from job_counts where cut = ${groupingMask(set)} and ${where}
      union all
      select ${value}, n from job_count_changes where ${where}
    ) as kept_and_changed group by value having sum(n) > 0)`
}

const allOf = (conditions: readonly Condition[]) =>
  and(sql`true`, ...conditions.map((condition) => condition.sql))!
/** The exact number of jobs that match, from the kept counts; undefined if none are kept by these filters. */
export function totalFromCounters(filters: Filters): SQL<number> | undefined {
  const conditions = conditionsOf(filters)
  // Filters that no set has together match few jobs, which an index counts as fast.
  const set = conditions && SETS.find((columns) => conditions.every(({ column }) => columns.includes(column)))
  if (!set) return undefined
  const where = allOf(conditions)
  return sql<number>`(
    (select coalesce(sum(n), 0) from job_counts where cut = ${groupingMask(set)} and ${where})
    + (select coalesce(sum(n), 0) from job_count_changes where ${where}))::int`
}
