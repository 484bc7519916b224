import { type SQL, and, sql } from '#drizzle'
import { JOB_FIGURES } from '#contract/jobs/job-figures.ts'
import type { exportJobs } from '#contract/lists/export.ts'
import type { Query } from '#contract/endpoint.ts'
import { orderOf, sortKeys } from '../../db/list-query.ts'
import { personName } from '../../db/person-name.ts'
import { countries, job_tags, jobs, submissions, tags, users } from '../../db/schema.ts'
import { filterJobs, jobSortable } from '../jobs/filter-jobs.ts'
import type { Column } from './cells.ts'

export const JOB_COLUMNS: readonly Column[] = [
  { name: 'id', kind: 'number', value: jobs.id },
  { name: 'job_key', kind: 'text', value: jobs.job_key },
  { name: 'submission_id', kind: 'number', value: jobs.submission_id },
  { name: 'submission_title', kind: 'text', value: submissions.title },
  { name: 'app_user_id', kind: 'number', value: jobs.app_user_id },
  { name: 'app_user_name', kind: 'text', value: sql`person.name` },
  { name: 'iso3_code', kind: 'text', value: jobs.iso3_code },
  { name: 'country', kind: 'text', value: countries.name },
  { name: 'target', kind: 'text', value: jobs.target },
  { name: 'source', kind: 'text', value: jobs.source },
  { name: 'source_wave', kind: 'text', value: jobs.source_wave },
  { name: 'source_date', kind: 'date', value: jobs.source_date },
  { name: 'round', kind: 'text', value: jobs.round },
  { name: 'data_description', kind: 'text', value: jobs.data_description },
  { name: 'stack_name', kind: 'text', value: jobs.stack_name },
  { name: 'stack_version', kind: 'number', value: jobs.stack_version },
  { name: 'method', kind: 'text', value: jobs.method },
  { name: 'tags', kind: 'text', value: sql`tagged.names` },
  { name: 'status', kind: 'text', value: jobs.status },
  { name: 'reason', kind: 'text', value: jobs.reason },
  { name: 'attempt', kind: 'number', value: jobs.attempt },
  { name: 'final', kind: 'flag', value: jobs.final },
  { name: 'all_adm_pass', kind: 'flag', value: jobs.all_adm_pass },
  { name: 'is_overfit', kind: 'flag', value: jobs.is_overfit },
  { name: 'verdict', kind: 'text', value: sql<string | null>`${jobs.verdict}::text` },
  { name: 'datetime_submitted', kind: 'time', value: jobs.datetime_submitted },
  { name: 'datetime_started', kind: 'time', value: jobs.datetime_started },
  { name: 'datetime_finished', kind: 'time', value: jobs.datetime_finished },
  ...JOB_FIGURES.map((name) => ({ name, kind: 'number' as const, value: jobs[name] })),
]

/** All rows of the list, in its order: `cells` of each. */
export function selectAllJobs(
  cells: SQL,
  {
    sort_by,
    sort_order,
    then_by,
    ...filters
  }: Omit<Query<typeof exportJobs>, 'format' | 'describe' | 'bom' | 'columns'>,
): SQL {
  const keys = sortKeys({ sort_by, sort_order, then_by }, jobSortable)
  return sql`
    select ${cells} from ${jobs}
    join ${submissions} on ${submissions.id} = ${jobs.submission_id}
    join (select ${users.id}, ${personName} as name from ${users}) person on person.id = ${jobs.app_user_id}
    join ${countries} on ${countries.iso3_code} = ${jobs.iso3_code}
    left join lateral (
      select string_agg(${tags.name}, ', ' order by ${tags.name} collate "und-x-icu") as names
      from ${job_tags} join ${tags} on ${tags.id} = ${job_tags.tag_id} where ${job_tags.job_id} = ${jobs.id}
    ) tagged on true
    where ${and(sql`true`, ...filterJobs(filters))}
    order by ${orderOf({ keys, id: jobs.id })}`
}
