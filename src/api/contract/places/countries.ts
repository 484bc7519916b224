import { z } from 'zod'
import { LIST_TIMEOUT_MS, defineEndpoint } from '../endpoint.ts'
import { iso3, listOf, listQuery, many, text } from '../shapes.ts'

const country = z.object({
  /** ISO 3166-1: alpha-3, alpha-2, numeric. */
  iso3_code: z.string(),
  iso2_code: z.string().nullable(),
  numeric_code: z.string().nullable(),
  name: z.string(),
  /** UN M49: region, sub-region and, if there is one, intermediate region. */
  region: z.string().nullable(),
  sub_region: z.string().nullable(),
  intermediate_region: z.string().nullable(),
  /** West, south, east, north in degrees; west is greater than east across the antimeridian (RFC 7946). */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
})
export type Country = z.output<typeof country>

export const listCountries = defineEndpoint({
  name: 'listCountries',
  resource: 'countries',
  summary: 'List the countries of ISO 3166',
  method: 'GET',
  path: '/countries/',
  query: listQuery(
    ['name', 'iso3_code', 'region'],
    { sortBy: 'name', limit: 250 },
    {
      /** Contains, case-insensitive; other names of the country are searched too, such as its official one. */
      name: text.optional(),
      iso3_code: many(iso3),
      /** Names of M49 regions, sub-regions or intermediate regions. */
      region: many(text),
    },
  ),
  answer: listOf(country),
  timeoutMs: LIST_TIMEOUT_MS,
})
