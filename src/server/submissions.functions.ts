import * as submissions from '#contract/submissions/submissions.ts'
import type { Query } from '#contract/endpoint.ts'
import { listSubmissions } from '#contract/submissions/submission-list.ts'
import { getSubmissionConfiguration, getSubmissionDifferences } from '#contract/submissions/submissions.ts'
import { callApi } from './http/api.server.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'

export const fetchSubmissions = createServerFn({ method: 'GET' })
  .validator(listSubmissions.query)
  .handler(({ data }) => callApi(listSubmissions, { query: data }))

export const submissionsQuery = (query: Query<typeof listSubmissions>) =>
  queryOptions({
    queryKey: ['submissions', 'list', query],
    queryFn: ({ signal }) => fetchSubmissions({ data: query, signal }),
    placeholderData: keepPreviousData,
  })

/** One submission, or null if none has this id. */
export const submissionQuery = (id: number) =>
  queryOptions({
    queryKey: ['submissions', 'one', id],
    queryFn: async ({ signal }) => {
      const query = listSubmissions.query.parse({ id: [id], limit: 1 })
      const { content } = await fetchSubmissions({ data: query, signal })
      return content[0] ?? null
    },
  })

export const fetchConfiguration = createServerFn({ method: 'GET' })
  .validator(getSubmissionConfiguration.params)
  .handler(({ data }) => callApi(getSubmissionConfiguration, { params: data }))

export const configurationQuery = (id: number) =>
  queryOptions({
    queryKey: ['submissions', 'configuration', id],
    queryFn: ({ signal }) => fetchConfiguration({ data: { id }, signal }),
  })

export const fetchDifferences = createServerFn({ method: 'GET' })
  .validator(getSubmissionDifferences.params)
  .handler(({ data }) => callApi(getSubmissionDifferences, { params: data }))

export const differencesQuery = (id: number) =>
  queryOptions({
    queryKey: ['submissions', 'differences', id],
    queryFn: ({ signal }) => fetchDifferences({ data: { id }, signal }),
    staleTime: Infinity,
  })

export const cancelSubmission = createServerFn({ method: 'POST' })
  .validator(submissions.cancelSubmission.params)
  .handler(({ data }) => callApi(submissions.cancelSubmission, { params: data }))

export const moveSubmission = createServerFn({ method: 'POST' })
  .validator(submissions.moveSubmission.params.extend(submissions.moveSubmission.body.shape))
  .handler(({ data: { id, ...body } }) => callApi(submissions.moveSubmission, { params: { id }, body }))
