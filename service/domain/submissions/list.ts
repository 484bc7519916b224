import type { Answer, Query } from '#contract/endpoint.ts'
import { JOB_STATUSES } from '#contract/jobs/job-shapes.ts'
import type { listSubmissions, Submission } from '#contract/submissions/submission-list.ts'
import { and, eq, exists, inArray, type SQL, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { betweenDays, inPeriod } from '../../db/day-range.ts'
import { listByIds } from '../../db/list-by-ids.ts'
import { byText, contains, type Paging } from '../../db/list-query.ts'
import { personName } from '../../db/person-name.ts'
import { prepared } from '../../db/prepared.ts'
import { files, jobs, projects, submissions, users } from '../../db/schema.ts'
import { someOfEach, statusOf, summaryOf } from './status.ts'

type List = typeof listSubmissions
type Row = Omit<Submission, 'counts' | 'datetime_submitted'> &
  Submission['counts'] & { datetime_submitted: Date }

export function list(db: Executor, query: Query<List>): Promise<Answer<List>> {
  return listByIds(db, {
    from: submissions,
    id: submissions.id,
    where: filterSubmissions(db, query),
    sortable: {
      id: submissions.id,
      title: byText(submissions.title),
      app_user_id: submissions.app_user_id,
      status: sql`array_position(${sql.raw(`array['${JOB_STATUSES.join("','")}']`)}, ${ownStatus})`,
      datetime_submitted: submissions.datetime_submitted,
    },
    query,
    read: async (ids) => {
      const rows = await readRows(db, ids)
      const found = new Map(rows.map((row) => [row.id, present(row)]))
      return ids.flatMap((id) => found.get(id) ?? [])
    },
  })
}

/** One submission in the list's form; undefined if it does not exist. */
export async function findSubmission(db: Executor, id: number): Promise<Submission | undefined> {
  const [row] = await readRows(db, [id])
  return row && present(row)
}

const readRows = async (db: Executor, ids: number[]) =>
  (await selectSubmissions(db).execute({ ids })) as Row[]

export const ownStatus = statusOf(someOfEach())

const selectSubmissions = prepared((db: Executor) => {
  const summary = summaryOf(db)
  const status = statusOf(summary)
  return db
    .select({
      id: submissions.id,
      title: submissions.title,
      app_user_id: submissions.app_user_id,
      app_user_name: personName,
      owner_id: sql<number>`coalesce(${submissions.owner_id}, ${submissions.app_user_id})`,
      project_id: submissions.project_id,
      // Null without a project; the column itself never is.
      project_name: sql<string | null>`${projects.name}`,
      parent_id: submissions.parent_id,
      status,
      layers: summary.layers,
      pending: summary.pending,
      running: summary.running,
      completed: summary.completed,
      failed: summary.failed,
      cancelled: summary.cancelled,
      iso3_codes: summary.iso3_codes,
      sources: summary.sources,
      stack_names: summary.stack_names,
      config_name: files.name,
      datetime_submitted: submissions.datetime_submitted,
    })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.app_user_id))
    .innerJoin(files, eq(files.id, submissions.config_file_id))
    .leftJoin(projects, eq(projects.id, submissions.project_id))
    .innerJoinLateral(summary, sql`true`)
    .where(sql`${submissions.id} = any(${sql.placeholder('ids')}::int[])`)
    .prepare('read-submissions')
})

type Filters = Omit<Query<List>, keyof Paging>

/** Conditions on the submission itself. */
export const filterOwn = (query: Filters): (SQL | undefined)[] => [
  query.id && inArray(submissions.id, query.id),
  query.app_user_id && inArray(submissions.app_user_id, query.app_user_id),
  query.project_id && inArray(submissions.project_id, query.project_id),
  query.title === undefined ? undefined : contains(submissions.title, query.title),
  ...betweenDays(submissions.datetime_submitted, query.start_date, query.end_date),
  ...inPeriod(submissions.datetime_submitted, query.submitted),
  query.status && inArray(ownStatus, query.status),
]

/** Conditions on a layer. */
export const filterLayers = (query: Filters): SQL[] =>
  [
    query.iso3_code && inArray(jobs.iso3_code, query.iso3_code),
    query.source && inArray(jobs.source, query.source),
    query.source_wave && inArray(jobs.source_wave, query.source_wave),
    query.round && inArray(jobs.round, query.round),
    query.stack_name && inArray(jobs.stack_name, query.stack_name),
  ].filter((condition) => condition !== undefined)

/** One layer must match all filters on layers at once. */
export function filterSubmissions(db: Executor, query: Filters): (SQL | undefined)[] {
  const layer = filterLayers(query)
  return [
    ...filterOwn(query),
    layer.length === 0
      ? undefined
      : exists(
          db
            .select({ one: sql`1` })
            .from(jobs)
            .where(and(eq(jobs.submission_id, submissions.id), ...layer)),
        ),
  ]
}

function present({
  pending,
  running,
  completed,
  failed,
  cancelled,
  datetime_submitted,
  ...row
}: Row): Submission {
  return {
    ...row,
    counts: { pending, running, completed, failed, cancelled },
    datetime_submitted: datetime_submitted.toISOString(),
  }
}
