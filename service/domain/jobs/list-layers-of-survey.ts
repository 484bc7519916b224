import type { Answer, Query } from '#contract/endpoint.ts'
import type { listSurveyLayers } from '#contract/surveys/surveys.ts'
import { eq, inArray } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { countAll, listPage } from '../../db/list-query.ts'
import { jobs } from '../../db/schema.ts'
import { readJobs } from './read-jobs.ts'

type Layers = typeof listSurveyLayers

/** Found by the survey's id alone: a layer that names the id may have another source or wave. */
export async function listLayersOfSurvey(
  db: Executor,
  id: number,
  query: Query<Layers>,
): Promise<Answer<Layers>> {
  const page = await listPage({
    select: db.select({ id: jobs.id }).from(jobs).$dynamic(),
    count: db.select({ total: countAll }).from(jobs).$dynamic(),
    where: [
      eq(jobs.survey_id, id),
      query.status && inArray(jobs.status, query.status),
      query.final === undefined ? undefined : eq(jobs.final, query.final),
    ],
    sortable: {
      id: jobs.id,
      status: jobs.status,
      datetime_submitted: jobs.datetime_submitted,
      datetime_finished: jobs.datetime_finished,
    },
    id: jobs.id,
    query,
    present: (row: { id: number }) => row.id,
  })
  return { ...page, content: await readJobs(db, page.content) }
}
