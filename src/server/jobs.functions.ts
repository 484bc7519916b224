import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type { Query } from '#contract/endpoint.ts'
import * as final from '#contract/final.ts'
import * as jobs from '#contract/jobs.ts'
import { callApi } from './api.server.ts'

export const fetchJobs = createServerFn({ method: 'GET' })
  .validator(jobs.listJobs.query)
  .handler(({ data }) => callApi(jobs.listJobs, { query: data }))

/** The previous page stays while the next one loads. */
export const jobsQuery = (query: Query<typeof jobs.listJobs>) =>
  queryOptions({
    queryKey: ['jobs', 'list', query],
    queryFn: ({ signal }) => fetchJobs({ data: query, signal }),
    placeholderData: keepPreviousData,
  })

export const fetchStatuses = createServerFn({ method: 'GET' }).handler(() => callApi(jobs.listStatuses, {}))
export const statusesQuery = queryOptions({
  queryKey: ['jobs', 'statuses'],
  queryFn: () => fetchStatuses(),
  staleTime: Infinity,
})

export const fetchSources = createServerFn({ method: 'GET' }).handler(() => callApi(jobs.listSources, {}))
export const sourcesQuery = queryOptions({
  queryKey: ['jobs', 'sources'],
  queryFn: () => fetchSources(),
  staleTime: 60_000,
})

export const fetchTargets = createServerFn({ method: 'GET' }).handler(() => callApi(jobs.listTargets, {}))
export const targetsQuery = queryOptions({
  queryKey: ['jobs', 'targets'],
  queryFn: () => fetchTargets(),
  staleTime: 60_000,
})

export const fetchQueueSize = createServerFn({ method: 'GET' }).handler(() => callApi(jobs.getQueueSize, {}))
export const queueSizeQuery = queryOptions({ queryKey: ['jobs', 'queue'], queryFn: () => fetchQueueSize() })

export const cancelJob = createServerFn({ method: 'POST' })
  .validator(jobs.cancelJob.params)
  .handler(({ data }) => callApi(jobs.cancelJob, { params: data }))

export const markFinal = createServerFn({ method: 'POST' })
  .validator(final.markJobsFinal.body)
  .handler(({ data }) => callApi(final.markJobsFinal, { body: data }))

export const undoFinalMark = createServerFn({ method: 'POST' })
  .validator(final.undoFinalMark.body)
  .handler(({ data }) => callApi(final.undoFinalMark, { body: data }))

export const fetchFinalHistory = createServerFn({ method: 'GET' })
  .validator(final.listFinalHistory.params)
  .handler(({ data }) => callApi(final.listFinalHistory, { params: data }))

export const finalHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: ['jobs', 'final-history', id],
    queryFn: ({ signal }) => fetchFinalHistory({ data: { id }, signal }),
  })

const oneFailed = jobs.listJobs.query.parse({ status: ['failed'], limit: 1 })
/** The number of failed jobs. */
export const failedCountQuery = queryOptions({
  queryKey: ['jobs', 'count', 'failed'],
  queryFn: async ({ signal }) => (await fetchJobs({ data: oneFailed, signal })).totalElements,
})
