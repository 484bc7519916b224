import type { Query } from '#contract/endpoint.ts'
import type { listJobs } from '#contract/jobs.ts'
import { type SQL, and, eq, gte, inArray, lte, sql } from 'drizzle-orm'
import type { Filters } from './filter-jobs.ts'

/** The columns of `job_counts` in the order of the bits of `cut`, the last one lowest. */
const FACETS = [
  'iso3_code',
  'target',
  'source',
  'source_wave',
  'round',
  'app_user_id',
  'submitted_on',
  'status',
  'final',
  'all_adm_pass',
  'is_overfit',
] as const
type Facet = (typeof FACETS)[number]

/**
 * By what jobs are counted, the fewest rows first; the database has the same (0012-job-counts.sql). Filters that no cut
 * has together find few jobs, which an index counts as quickly.
 */
const CUTS: readonly (readonly Facet[])[] = [
  ['status', 'final'],
  ['target', 'source', 'status', 'final'],
  ['iso3_code', 'status', 'final', 'all_adm_pass', 'is_overfit'],
  ['source', 'source_wave', 'round', 'status'],
  ['app_user_id', 'status', 'iso3_code'],
  ['submitted_on', 'status'],
  ['iso3_code', 'target', 'source', 'status', 'final'],
]

/** A cut as the database names it: the bits of what it leaves out. */
const bitsOf = (cut: readonly Facet[]) =>
  FACETS.reduce((bits, facet) => bits * 2 + (cut.includes(facet) ? 0 : 1), 0)
export const CUT_BITS = CUTS.map(bitsOf)
export const BY_DAY = bitsOf(['submitted_on', 'status'])

const FACET_OF: Partial<Record<keyof Filters, Facet>> = {
  iso3_code: 'iso3_code',
  target: 'target',
  source: 'source',
  source_wave: 'source_wave',
  round: 'round',
  app_user_id: 'app_user_id',
  submit_date_start: 'submitted_on',
  submit_date_end: 'submitted_on',
  status: 'status',
  final: 'final',
  all_adm_pass: 'all_adm_pass',
  is_overfit: 'is_overfit',
}

type Given = [name: keyof Filters, facet: Facet | undefined, value: Filters[keyof Filters]]
const PAGING = new Set(['limit', 'skip', 'sort_by', 'sort_order'])

function givenFilters(filters: Filters): Given[] {
  return Object.entries(filters)
    .filter(([name, value]) => value !== undefined && value !== '' && !PAGING.has(name))
    .map(([name, value]) => [name as keyof Filters, FACET_OF[name as keyof Filters], value as never])
}

/** Conditions on a table that has the facets as columns. */
function conditions(given: readonly Given[]): SQL | undefined {
  return and(
    ...given.map(([name, facet, value]) => {
      const column = sql.identifier(facet!)
      if (name === 'submit_date_start') return gte(sql`${column}`, value)
      if (name === 'submit_date_end') return lte(sql`${column}`, value)
      return Array.isArray(value) ? inArray(sql`${column}`, value) : eq(sql`${column}`, value)
    }),
  )
}

/** The exact number of jobs that fit, from the kept counts; undefined where none is kept by these filters. */
export function countFromKept(filters: Query<typeof listJobs> | Filters): SQL<number> | undefined {
  const given = givenFilters(filters)
  const cut = CUTS.find((facets) => given.every(([, facet]) => facet && facets.includes(facet)))
  if (!cut) return undefined
  const where = conditions(given) ?? sql`true`
  return sql<number>`(
    (select coalesce(sum(n), 0) from job_counts where cut = ${bitsOf(cut)} and ${where})
    + (select coalesce(sum(n), 0) from job_count_changes where ${where}))::int`
}

/** The jobs of each day that fit, as rows of (day, n); undefined where days are not counted by these filters. */
export function countDays(filters: Filters): SQL | undefined {
  const given = givenFilters(filters)
  if (given.some(([, facet]) => facet !== 'submitted_on' && facet !== 'status')) return undefined
  const where = conditions(given) ?? sql`true`
  return sql`(
    select day, sum(n)::bigint as n from (
      select submitted_on as day, n from job_counts where cut = ${BY_DAY} and ${where}
      union all
      select submitted_on, n from job_count_changes where ${where}
    ) as both_of_them group by day)`
}
