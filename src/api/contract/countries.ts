import { z } from 'zod'
import { READERS, defineEndpoint } from './endpoint.ts'
import { listOf, listQuery, text } from './shapes.ts'

export const country = z.object({ iso3_code: z.string(), name: z.string() })
export type Country = z.output<typeof country>

export const listCountries = defineEndpoint({
  name: 'listCountries',
  resource: 'countries',
  summary: 'Countries of ISO 3166',
  method: 'GET',
  path: '/countries/',
  access: READERS,
  query: listQuery(['name', 'iso3_code'], { sortBy: 'name', limit: 250 }, { name: text.optional() }),
  answer: listOf(country),
})
