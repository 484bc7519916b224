import { getComic } from '#contract/app.ts'
import { listAssets } from '#contract/rasters/asset-list.ts'
import type { JobStatus } from '#contract/jobs/job-shapes.ts'
import { countJobs, listJobs, pageJobs } from '#contract/jobs/jobs.ts'
import { listAccounts } from '#contract/accounts/people.ts'
import { callApi } from './http/api.server.ts'
import { fetchAssets } from './assets.functions.ts'
import { sanitizeHtml } from './comic.server.ts'
import { config } from './http/config.server.ts'
import { fetchJobs } from './jobs.functions.ts'
import { fetchAccounts } from './accounts.functions.ts'
import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { orNull } from '~/api/api-error.ts'

export const RECENT_SIZE = 10

const fetchJobPage = createServerFn({ method: 'GET' })
  .validator(pageJobs.query)
  .handler(({ data }) => callApi(pageJobs, { query: data }))

const IN_PROGRESS = ['pending', 'running'] as const

/** One call, or the specified list three times on a server that has no more. */
const fetchJobCounts = createServerFn({ method: 'GET' })
  .validator(countJobs.query)
  .handler(async ({ data }) => {
    const counts = await orNull(callApi(countJobs, { query: data }))
    if (counts) {
      const { total, by_status: of } = counts
      return { submitted: total, inProgress: of.pending + of.running, completed: of.completed }
    }
    const count = async (status?: readonly JobStatus[]) => {
      const query = pageJobs.query.parse({ ...data, page: 1, size: 1, status })
      return (await callApi(pageJobs, { query })).totalElements
    }
    const [submitted, inProgress, completed] = await Promise.all([
      count(),
      count(IN_PROGRESS),
      count(['completed']),
    ])
    return { submitted, inProgress, completed }
  })

const fetchComic = createServerFn({ method: 'GET' }).handler(async () => {
  const { data, configured } = await callApi(getComic, {})
  return { html: sanitizeHtml(data), configured: configured ?? true }
})

const fetchDocuments = createServerFn({ method: 'GET' }).handler(() =>
  config.documents.map(({ title, url, description }) => ({ title, url, description })),
)

export interface CountWindow {
  /** Dates as YYYY-MM-DD, both inclusive. */
  start: string
  end: string
}

export const jobCountsQuery = ({ start, end }: CountWindow) =>
  queryOptions({
    queryKey: ['jobs', 'count', start, end],
    queryFn: ({ signal }) => fetchJobCounts({ data: { createDateStart: start, createDateEnd: end }, signal }),
  })

export const recentJobsQuery = queryOptions({
  queryKey: ['jobs', 'recent'],
  queryFn: ({ signal }) =>
    fetchJobPage({
      data: { page: 1, size: RECENT_SIZE, sort_by: 'datetime_submitted', sort_order: 'desc' },
      signal,
    }),
})

export const comicQuery = queryOptions({
  queryKey: ['comic'],
  queryFn: ({ signal }) => fetchComic({ signal }),
  staleTime: 3_600_000,
})

export const documentsQuery = queryOptions({
  queryKey: ['documents'],
  queryFn: () => fetchDocuments(),
  staleTime: Infinity,
})

export const SHOWN_FAILURES = 3

/** Failed layers that were not sent again, the newest first: of one person, or of everyone. */
export const failuresQuery = (personId: number | undefined) =>
  queryOptions({
    queryKey: ['jobs', 'list', 'failures', personId ?? 'all'],
    queryFn: ({ signal }) =>
      fetchJobs({
        data: listJobs.query.parse({
          status: 'failed',
          has_newer: false,
          app_user_id: personId,
          sort_order: 'desc',
          limit: SHOWN_FAILURES,
        }),
        signal,
      }),
  })

/** How many rasters were rejected after they were received: of one person, or of everyone. */
export const rejectedCountQuery = (personId: number | undefined) =>
  queryOptions({
    queryKey: ['assets', 'list', 'rejected', personId ?? 'all'],
    queryFn: async ({ signal }) =>
      (
        await fetchAssets({
          data: listAssets.query.parse({ status: 'rejected', created_by: personId, limit: 1 }),
          signal,
        })
      ).totalElements,
  })

/** How many people wait for approval. */
export const waitingCountQuery = queryOptions({
  queryKey: ['people', 'list', 'waiting'],
  queryFn: async ({ signal }) =>
    (await fetchAccounts({ data: listAccounts.query.parse({ status: 'waiting', limit: 1 }), signal }))
      .totalElements,
})
