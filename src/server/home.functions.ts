import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { getComic } from '#contract/app.ts'
import { countJobs, pageJobs } from '#contract/jobs.ts'
import { callApi } from './api.server.ts'
import { harmless } from './comic.server.ts'
import { config } from './config.server.ts'

export const RECENT_SIZE = 10

const fetchJobPage = createServerFn({ method: 'GET' })
  .validator(pageJobs.query)
  .handler(({ data }) => callApi(pageJobs, { query: data }))

const fetchJobCounts = createServerFn({ method: 'GET' })
  .validator(countJobs.query)
  .handler(({ data }) => callApi(countJobs, { query: data }))

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
