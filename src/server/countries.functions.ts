import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { listCountries } from '#contract/places/countries.ts'
import { callApi } from './http/api.server.ts'
import { keepInBrowser } from './http/browser-cache.server.ts'

/** Countries change with ISO 3166, every few years. */
const KEPT_S = 3600

const everyCountry = async () => {
  const answer = await callApi(listCountries, { query: listCountries.query.parse({}) })
  keepInBrowser(KEPT_S)
  return answer
}

export const fetchCountries = createServerFn({ method: 'GET' }).handler(everyCountry)

/** Countries with regions and bounds: 50 KB, so never part of a page. */
export const countriesQuery = queryOptions({
  queryKey: ['countries'],
  queryFn: () => fetchCountries(),
  staleTime: Infinity,
})

export const fetchCountryNames = createServerFn({ method: 'GET' }).handler(async () => {
  const { content } = await everyCountry()
  return Object.fromEntries(content.map(({ iso3_code, name }) => [iso3_code, name]))
})

/** Names by code, in the order of the names. Screens prefetch it only if their rows show names that the rows lack. */
export const countryNamesQuery = queryOptions({
  queryKey: ['countries', 'names'],
  queryFn: () => fetchCountryNames(),
  staleTime: Infinity,
})
