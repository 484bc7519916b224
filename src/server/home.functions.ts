import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { getComic } from '#contract/app.ts'
import type { JobStatus } from '#contract/job-shapes.ts'
import { countJobs, pageJobs } from '#contract/jobs.ts'
import { orNull } from '~/api/api-error.ts'
import { callApi } from './api.server.ts'
import { harmless } from './comic.server.ts'
import { config } from './config.server.ts'

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
  return { html: harmless(data), configured: configured ?? true }
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
