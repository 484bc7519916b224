import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as audit from '#contract/audit.ts'
import type { Query } from '#contract/endpoint.ts'
import { callApi } from './http/api.server.ts'

const fetchAudit = createServerFn({ method: 'GET' })
  .validator(audit.listAudit.query)
  .handler(({ data }) => callApi(audit.listAudit, { query: data }))

export const auditQuery = (query: Query<typeof audit.listAudit>) =>
  queryOptions({
    queryKey: ['audit', 'list', query],
    queryFn: ({ signal }) => fetchAudit({ data: query, signal }),
    placeholderData: keepPreviousData,
  })

const fetchAuditActions = createServerFn({ method: 'GET' }).handler(() => callApi(audit.listAuditActions, {}))
export const auditActionsQuery = queryOptions({
  queryKey: ['audit', 'actions'],
  queryFn: () => fetchAuditActions(),
  staleTime: 60_000,
})
