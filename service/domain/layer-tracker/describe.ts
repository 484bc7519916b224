import { eq, inArray, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { byText } from '../../db/list-query.ts'
import { personName } from '../../db/person-name.ts'
import { countries, job_adm, job_tags, jobs, submissions, tags, users } from '../../db/schema.ts'
import { foreign, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { layerColumns } from '../jobs/columns.ts'
import type { TrackedJob } from './tracker-sheet.ts'

const yesNo = (value: boolean | null) => (value === null ? '' : value ? 'yes' : 'no')
const MAX_LISTED = 50

/** The jobs as tracker rows, in the requested order; rejected as a whole if one does not exist. */
export async function describe(db: Executor, jobIds: readonly number[]): Promise<TrackedJob[]> {
  const wanted = [...new Set(jobIds)]
  const ofJob = eq(job_adm.job_id, jobs.id)
  const rows = await db
    .select({
      id: jobs.id,
      job_key: jobs.job_key,
      ...layerColumns,
      status: jobs.status,
      final: jobs.final,
      all_adm_pass: jobs.all_adm_pass,
      is_overfit: jobs.is_overfit,
      verdict: jobs.verdict,
      adm_units: sql<number>`(select count(*)::int from ${job_adm} where ${ofJob} and ${job_adm.pass} is not null)`,
      adm_units_passed: sql<number>`(select count(*)::int from ${job_adm} where ${ofJob} and ${job_adm.pass})`,
      tags: sql<string | null>`(select string_agg(${tags.name}, ', ' order by ${byText(tags.name)})
        from ${job_tags} join ${tags} on ${tags.id} = ${job_tags.tag_id} where ${job_tags.job_id} = ${jobs.id})`,
      submission_id: jobs.submission_id,
      submission_title: submissions.title,
      app_user_name: personName,
      datetime_submitted: jobs.datetime_submitted,
      datetime_finished: jobs.datetime_finished,
    })
    .from(jobs)
    .innerJoin(submissions, eq(submissions.id, jobs.submission_id))
    .innerJoin(users, eq(users.id, jobs.app_user_id))
    .innerJoin(countries, eq(countries.iso3_code, jobs.iso3_code))
    .where(inArray(jobs.id, wanted))
  const found = new Map(rows.map((row) => [row.id, row]))
  const missing = wanted.filter((id) => !found.has(id)).map((id) => `There is no job ${id}.`)
  if (missing.length > 0)
    throw new ServiceError('not-found', foreign(missing[0], sentence`Not all of the jobs exist.`), {
      errors: missing.slice(0, MAX_LISTED).map((message) => ({ field: 'job_ids', message })),
    })
  return wanted.map((jobId) => {
    const { id, ...row } = found.get(jobId)!
    return {
      jobId: id,
      cells: {
        ...row,
        job_id: id,
        job_key: row.job_key ?? String(id),
        source_date: row.source_date ?? '',
        final: yesNo(row.final),
        all_adm_pass: yesNo(row.all_adm_pass),
        is_overfit: yesNo(row.is_overfit),
        verdict: row.verdict ?? '',
        tags: row.tags ?? '',
        datetime_submitted: row.datetime_submitted.toISOString(),
        datetime_finished: row.datetime_finished?.toISOString() ?? '',
      },
    }
  })
}
