import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { ROLES } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'

/** Every call in words, and who may make it. Generated on the server: the browser need not load the whole contract. */
const fetchCalls = createServerFn({ method: 'GET' }).handler(() =>
  endpoints.map(({ name, resource, method, path, summary, access }) => ({
    name,
    resource,
    method,
    path,
    summary,
    roles: access === 'public' ? null : ROLES.filter((role) => access.includes(role)),
  })),
)
export const callsQuery = queryOptions({
  queryKey: ['help', 'calls'],
  queryFn: () => fetchCalls(),
  staleTime: Infinity,
})
