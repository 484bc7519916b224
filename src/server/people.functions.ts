import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type { Query } from '#contract/endpoint.ts'
import * as people from '#contract/people.ts'
import { callApi } from './api.server.ts'

export const fetchAccounts = createServerFn({ method: 'GET' })
  .validator(people.listAccounts.query)
  .handler(({ data }) => callApi(people.listAccounts, { query: data }))

export const accountsQuery = (query: Query<typeof people.listAccounts>) =>
  queryOptions({
    queryKey: ['people', 'list', query],
    queryFn: ({ signal }) => fetchAccounts({ data: query, signal }),
    placeholderData: keepPreviousData,
  })

export const admitUser = createServerFn({ method: 'POST' })
  .validator(people.admitUser.params.extend(people.admitUser.body.shape))
  .handler(({ data: { id, ...body } }) => callApi(people.admitUser, { params: { id }, body }))

export const setUserRoles = createServerFn({ method: 'POST' })
  .validator(people.setUserRoles.params.extend(people.setUserRoles.body.shape))
  .handler(({ data: { id, ...body } }) => callApi(people.setUserRoles, { params: { id }, body }))

export const disableUser = createServerFn({ method: 'POST' })
  .validator(people.disableUser.params.extend(people.disableUser.body.shape))
  .handler(({ data: { id, ...body } }) => callApi(people.disableUser, { params: { id }, body }))

export const enableUser = createServerFn({ method: 'POST' })
  .validator(people.enableUser.params)
  .handler(({ data }) => callApi(people.enableUser, { params: data }))

export const handOver = createServerFn({ method: 'POST' })
  .validator(people.handOver.params.extend(people.handOver.body.shape))
  .handler(({ data: { id, ...body } }) => callApi(people.handOver, { params: { id }, body }))

export const endUserSessions = createServerFn({ method: 'POST' })
  .validator(people.endUserSessions.params)
  .handler(({ data }) => callApi(people.endUserSessions, { params: data }))

export const removeUser = createServerFn({ method: 'POST' })
  .validator(people.removeUser.params)
  .handler(({ data }) => callApi(people.removeUser, { params: data }))
