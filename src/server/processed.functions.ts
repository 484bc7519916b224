import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type { Query } from '#contract/endpoint.ts'
import * as processed from '#contract/processed.ts'
import { whileUnfinished } from '~/lib/unfinished.ts'
import { callApi, callApiLater } from './api.server.ts'

export const fetchProcessed = createServerFn({ method: 'GET' })
  .validator(processed.listProcessed.query)
  .handler(({ data }) => callApi(processed.listProcessed, { query: data }))

export const processedQuery = (query: Query<typeof processed.listProcessed>) =>
  queryOptions({
    queryKey: ['assets', 'processed', query],
    queryFn: ({ signal }) => fetchProcessed({ data: query, signal }),
    refetchInterval: whileUnfinished,
    placeholderData: keepPreviousData,
  })

export const processAsset = createServerFn({ method: 'POST' })
  .validator(processed.processAsset.body)
  .handler(({ data }) => callApiLater(processed.processAsset, { body: data }))
