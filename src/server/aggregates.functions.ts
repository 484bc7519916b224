import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as aggregates from '#contract/jobs/aggregates.ts'
import { callApi } from './http/api.server.ts'

export const requestAggregate = createServerFn({ method: 'POST' })
  .validator(aggregates.requestAggregate.params.extend(aggregates.requestAggregate.body.shape))
  .handler(({ data: { id, ...body } }) => callApi(aggregates.requestAggregate, { params: { id }, body }))

export const getAggregate = createServerFn({ method: 'GET' })
  .validator(aggregates.getAggregate.params)
  .handler(({ data }) => callApi(aggregates.getAggregate, { params: data }))

const POLL_MS = 300

export const isBeingComputed = ({ status }: aggregates.Aggregate): boolean =>
  status === 'received' || status === 'writing'

/** Fetched again until the figures are ready; null: none were requested. */
export const aggregateQuery = (requested: aggregates.Aggregate | null) =>
  queryOptions({
    queryKey: ['jobs', 'aggregate', requested?.id],
    queryFn: ({ signal }) =>
      getAggregate({ data: { id: requested!.job_id, aggregate: requested!.id }, signal }),
    initialData: requested ?? undefined,
    enabled: requested !== null,
    refetchInterval: ({ state }) => state.data !== undefined && isBeingComputed(state.data) && POLL_MS,
  })
