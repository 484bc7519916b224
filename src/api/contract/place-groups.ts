import { z } from 'zod'
import { READERS, defineEndpoint } from './endpoint.ts'
import { flag, id, iso3, listOf, listQuery } from './shapes.ts'

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

export const listPlaceGroupVersions = defineEndpoint({
  name: 'listPlaceGroupVersions',
  resource: 'place-groups',
  summary: 'Versions of admin units of countries',
  method: 'GET',
  path: '/place_group/versions',
  access: READERS,
  query: listQuery(
    ['id', 'iso3_code', 'place_type', 'version'],
    { sortBy: 'iso3_code', limit: 250 },
    {
      iso3_code: iso3.optional(),
      place_type: z.enum(PLACE_TYPES).optional(),
      default_only: flag.default(false),
      active_only: flag.default(true),
    },
  ),
  answer: listOf(placeGroupVersion),
})

export const getPlaces = defineEndpoint({
  name: 'getPlaces',
  resource: 'place-groups',
  summary: 'The polygons of a version as GeoJSON (properties: code, name, parent_code)',
  method: 'GET',
  path: '/place_group/versions/{id}/places',
  access: READERS,
  params: z.object({ id }),
  answer: z.object({
    type: z.literal('FeatureCollection'),
    features: z.array(
      z.object({
        type: z.literal('Feature'),
        properties: z.object({ code: z.string(), name: z.string(), parent_code: z.string().nullable() }),
        geometry: z.object({ type: z.enum(['Polygon', 'MultiPolygon']), coordinates: z.array(z.any()) }),
      }),
    ),
  }),
})
