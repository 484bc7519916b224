import { z } from 'zod'
import { LIST_TIMEOUT_MS, defineEndpoint } from '../endpoint.ts'
import { flag, id, iso3, listOf, listQuery, many } from '../shapes.ts'

export const PLACE_TYPES = ['adm0', 'adm1', 'adm2'] as const
export const placeGroupVersion = z.object({
  id: z.number().int(),
  iso3_code: z.string(),
  country: z.string(),
  place_type: z.string(),
  version: z.string(),
  is_default: z.boolean(),
  active: z.boolean(),
  places: z.number().int(),
})
export type PlaceGroupVersion = z.output<typeof placeGroupVersion>

export const listPlaceGroupVersions = defineEndpoint({
  name: 'listPlaceGroupVersions',
  resource: 'place-groups',
  summary: 'List versions of admin units',
  method: 'GET',
  path: '/place_group/versions',
  query: listQuery(
    ['id', 'iso3_code', 'place_type', 'version'],
    { sortBy: 'iso3_code', limit: 250 },
    {
      id: many(id),
      iso3_code: many(iso3),
      place_type: many(z.enum(PLACE_TYPES)),
      default_only: flag.default(false),
      active_only: flag.default(true),
    },
  ),
  answer: listOf(placeGroupVersion),
  timeoutMs: LIST_TIMEOUT_MS,
})
