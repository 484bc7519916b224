import type { Job } from '#contract/jobs/job-shapes.ts'
import type { Tag } from '#contract/projects/tag-list.ts'
import { eq, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { prepared } from '../../db/prepared.ts'
import { countries, jobs, submissions, users } from '../../db/schema.ts'
import { jobColumns } from './columns.ts'
import { queuePositions } from './queue-positions.ts'

/**
 * By name, as one value, so that a page needs no second statement. Its `jobs.id` is written out: Drizzle omits the table
 * where a statement has only one.
 */
export const tagsOfJob = sql<Tag[] | null>`(
  select json_agg(json_build_object('id', tags.id, 'name', tags.name, 'colour', tags.colour) order by tags.name collate "und-x-icu")
  from job_tags join tags on tags.id = job_tags.tag_id where job_tags.job_id = jobs.id)`

/** The query that finds the ids is not prepared, since its best plan depends on the values. */
const selectJobs = prepared((db: Executor) =>
  db
    .select({ ...jobColumns, tags: tagsOfJob })
    .from(jobs)
    .innerJoin(submissions, eq(submissions.id, jobs.submission_id))
    .innerJoin(users, eq(users.id, jobs.app_user_id))
    .innerJoin(countries, eq(countries.iso3_code, jobs.iso3_code))
    .where(sql`${jobs.id} = any(${sql.placeholder('ids')}::int[])`)
    .prepare('read-jobs'),
)

/** The jobs of a page, in the order of the ids, with display names, tags and places in the queue. */
export async function readJobs(db: Executor, ids: number[]): Promise<Job[]> {
  const rows = await selectJobs(db).execute({ ids })
  const waiting = rows.filter(({ status }) => status === 'pending').map(({ id }) => id)
  const positions = await queuePositions(db, waiting)
  const found = new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        job_key: row.job_key ?? String(row.id),
        datetime_submitted: row.datetime_submitted.toISOString(),
        datetime_started: row.datetime_started?.toISOString() ?? null,
        datetime_finished: row.datetime_finished?.toISOString() ?? null,
        tags: row.tags ?? [],
        queue_position: positions.get(row.id) ?? null,
      },
    ]),
  )
  // A job that was deleted in between is omitted.
  return ids.flatMap((id) => found.get(id) ?? [])
}
