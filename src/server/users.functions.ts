import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { listUsers } from '#contract/accounts.ts'
import { callApi } from './api.server.ts'

export const fetchUsers = createServerFn({ method: 'GET' }).handler(() =>
  callApi(listUsers, { query: { limit: 1000 } }),
)
export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: () => fetchUsers(),
  staleTime: 60_000,
})
