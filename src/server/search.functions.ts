import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { findRecords } from '#contract/search.ts'
import { callApi } from './http/api.server.ts'

export const fetchFound = createServerFn({ method: 'GET' })
  .validator(findRecords.query)
  .handler(({ data }) => callApi(findRecords, { query: data }))

/** The key has the words: an answer to other words is never shown, and its request is aborted. */
export const searchQuery = (words: string) =>
  queryOptions({
    queryKey: ['search', words],
    queryFn: ({ signal }) => fetchFound({ data: { words }, signal }),
    staleTime: 30_000,
    gcTime: 60_000,
    enabled: words !== '',
  })
