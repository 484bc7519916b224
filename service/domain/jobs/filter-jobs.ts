import { JOB_FIGURES } from '#contract/jobs/job-figures.ts'
import type { listJobs } from '#contract/jobs/jobs.ts'
import type { Query } from '#contract/endpoint.ts'
import { type SQL, and, eq, gte, inArray, lte, sql } from '#drizzle'
import { betweenDays, inPeriod } from '../../db/day-range.ts'
import { byText, contains, type Paging } from '../../db/list-query.ts'
import { job_tags, jobs, tags } from '../../db/schema.ts'
import { figureColumns } from './figure-columns.ts'

export type Filters = Omit<Query<typeof listJobs>, keyof Paging>

/** Conditions on `jobs` alone, so that counting needs no join. */
export function filterJobs(filters: Filters): (SQL | undefined)[] {
  const among = <V>(column: Parameters<typeof inArray>[0], values: V[] | undefined) =>
    values && inArray(column, values)
  const is = <V>(column: Parameters<typeof eq>[0], value: V | undefined) =>
    value === undefined ? undefined : eq(column, value)
  return [
    among(jobs.id, filters.id),
    among(jobs.submission_id, filters.submission_id),
    among(jobs.app_user_id, filters.app_user_id),
    filters.tags && (filters.tags_match === 'any' ? hasAnyTag : hasAllTags)(filters.tags, filters.iso3_code),
    among(jobs.iso3_code, filters.iso3_code),
    among(jobs.status, filters.status),
    among(jobs.target, filters.target),
    among(jobs.source, filters.source),
    among(jobs.source_wave, filters.source_wave),
    is(jobs.source_date, filters.source_date),
    among(jobs.round, filters.round),
    ...betweenDays(jobs.datetime_submitted, filters.submit_date_start, filters.submit_date_end),
    ...inPeriod(jobs.datetime_submitted, filters.submitted),
    filters.data_description ? contains(jobs.data_description, filters.data_description) : undefined,
    is(jobs.final, filters.final),
    is(jobs.all_adm_pass, filters.all_adm_pass),
    is(jobs.is_overfit, filters.is_overfit),
    among(jobs.verdict, filters.verdict),
    filters.has_newer === undefined ? undefined : sql`${newerJobExists} = ${filters.has_newer}`,
    among(jobs.method, filters.method),
    among(jobs.stack_name, filters.stack_name),
    among(jobs.stack_version, filters.stack_version),
    ...JOB_FIGURES.flatMap((figure) => {
      const [min, max] = [filters[`${figure}_min`], filters[`${figure}_max`]]
      return [
        min === undefined ? undefined : gte(jobs[figure], min),
        max === undefined ? undefined : lte(jobs[figure], max),
      ]
    }),
  ].map((condition) => condition || undefined)
}

/** True if a later job of the same layer exists. */
const newerJobExists = sql`exists (select from jobs newer
  where newer.iso3_code = ${jobs.iso3_code} and newer.target = ${jobs.target} and newer.source = ${jobs.source}
    and newer.source_wave = ${jobs.source_wave} and newer.round = ${jobs.round}
    and (newer.datetime_submitted, newer.id) > (${jobs.datetime_submitted}, ${jobs.id}))`

/** One condition per tag, each answered from the index of tags, which has the country too. */
function hasAllTags(names: string[], countries: string[] | undefined): SQL | undefined {
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  const there = countries ? sql` and ${inArray(job_tags.iso3_code, countries)}` : sql``
  return and(
    ...[...wanted].map(
      (name) => sql`${jobs.id} in (select ${job_tags.job_id} from ${job_tags} where ${job_tags.tag_id} =
        (select ${tags.id} from ${tags} where lower(${tags.name}) = lower(${name}))${there})`,
    ),
  )
}

function hasAnyTag(names: string[], countries: string[] | undefined): SQL {
  const wanted = [...new Set(names.map((name) => name.toLowerCase()))]
  const there = countries ? sql` and ${inArray(job_tags.iso3_code, countries)}` : sql``
  return sql`${jobs.id} in (select ${job_tags.job_id} from ${job_tags} where ${job_tags.tag_id} in
    (select ${tags.id} from ${tags} where ${inArray(sql`lower(${tags.name})`, wanted)})${there})`
}

export const jobSortable = {
  id: jobs.id,
  submission_id: jobs.submission_id,
  app_user_id: jobs.app_user_id,
  tags: byText(sql`(select string_agg(${tags.name}, ', ' order by ${byText(tags.name)}) from ${job_tags}
    join ${tags} on ${tags.id} = ${job_tags.tag_id} where ${job_tags.job_id} = ${jobs.id})`),
  iso3_code: jobs.iso3_code,
  status: jobs.status,
  target: byText(jobs.target),
  source: byText(jobs.source),
  source_wave: byText(jobs.source_wave),
  source_date: jobs.source_date,
  round: byText(jobs.round),
  submit_date_start: jobs.datetime_submitted,
  submit_date_end: jobs.datetime_submitted,
  datetime_submitted: jobs.datetime_submitted,
  data_description: byText(jobs.data_description),
  final: jobs.final,
  all_adm_pass: jobs.all_adm_pass,
  is_overfit: jobs.is_overfit,
  verdict: jobs.verdict,
  method: byText(jobs.method),
  stack_name: byText(jobs.stack_name),
  stack_version: jobs.stack_version,
  ...figureColumns,
}
