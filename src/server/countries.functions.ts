import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { listCountries } from '#contract/countries.ts'
import { callApi } from './api.server.ts'

export const fetchCountries = createServerFn({ method: 'GET' }).handler(() =>
  callApi(listCountries, { query: listCountries.query.parse({}) }),
)
export const countriesQuery = queryOptions({
  queryKey: ['countries'],
  queryFn: () => fetchCountries(),
  staleTime: Infinity,
})
