import { listSubmissions } from '#contract/submissions/submission-list.ts'
import { searchOf } from '~/components/data-table/address/search.ts'
import { submissionsQuery } from '~/server/submissions.functions.ts'

export const search = searchOf({
  ...listSubmissions,
  query: listSubmissions.query.omit({ project_id: true }),
})

export const ofProject = (id: number, query: ReturnType<typeof search.toQuery>) =>
  submissionsQuery({ ...listSubmissions.query.parse(query), project_id: [id] })
