import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as briefs from '#contract/jobs/briefs.ts'
import { callApi } from './http/api.server.ts'

export const requestBrief = createServerFn({ method: 'POST' })
  .validator(briefs.requestBrief.params.extend(briefs.requestBrief.body.shape))
  .handler(({ data: { id, ...body } }) => callApi(briefs.requestBrief, { params: { id }, body }))

export const getBrief = createServerFn({ method: 'GET' })
  .validator(briefs.getBrief.params)
  .handler(({ data }) => callApi(briefs.getBrief, { params: data }))

const POLL_MS = 1000

export const isBeingWritten = ({ status }: briefs.Brief): boolean =>
  status === 'received' || status === 'writing'

/** Fetched again until it is written; null: none was requested. */
export const briefQuery = (requested: briefs.Brief | null) =>
  queryOptions({
    queryKey: ['jobs', 'brief', requested?.id],
    queryFn: ({ signal }) => getBrief({ data: { id: requested!.job_id, brief: requested!.id }, signal }),
    initialData: requested ?? undefined,
    enabled: requested !== null,
    refetchInterval: ({ state }) => state.data !== undefined && isBeingWritten(state.data) && POLL_MS,
  })
