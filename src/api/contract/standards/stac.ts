import { z } from 'zod'
import { LIST_TIMEOUT_MS, READERS, defineEndpoint } from '../endpoint.ts'
import { MAX_LIMIT, integer } from '../shapes.ts'

/** STAC's own names, as in stac-spec 1.0.0 and stac-api-spec 1.0.0. */
const link = z.object({
  rel: z.string(),
  href: z.string(),
  type: z.string().optional(),
  title: z.string().optional(),
  method: z.enum(['GET', 'POST']).optional(),
  /** The body that requests the next page, if the search was sent as a body. */
  body: z.record(z.string(), z.unknown()).optional(),
})
export type StacLink = z.output<typeof link>

const position = z.tuple([z.number(), z.number()])
const stacItem = z.object({
  type: z.literal('Feature'),
  stac_version: z.literal('1.0.0'),
  stac_extensions: z.array(z.string()),
  id: z.string(),
  collection: z.string(),
  /** Null where the raster's reference system cannot be projected. */
  geometry: z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(position)) }).nullable(),
  bbox: z.array(z.number()).optional(),
  properties: z.record(z.string(), z.unknown()),
  links: z.array(link),
  assets: z.record(z.string(), z.record(z.string(), z.unknown())),
})
export type StacItem = z.output<typeof stacItem>

const stacItems = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(stacItem),
  links: z.array(link),
  numberMatched: z.number().int().min(0),
  numberReturned: z.number().int().min(0),
})

const stacCollection = z.object({
  type: z.literal('Collection'),
  itemType: z.literal('feature'),
  stac_version: z.literal('1.0.0'),
  stac_extensions: z.array(z.string()),
  id: z.string(),
  title: z.string(),
  description: z.string(),
  keywords: z.array(z.string()),
  license: z.literal('proprietary'),
  extent: z.object({
    spatial: z.object({ bbox: z.array(z.array(z.number())) }),
    temporal: z.object({ interval: z.array(z.tuple([z.string().nullable(), z.string().nullable()])) }),
  }),
  links: z.array(link),
})
export type StacCollection = z.output<typeof stacCollection>

/** With `$schema` and `$id`: named here, they would be taken for those of the schema itself by validators of OpenAPI. */
const queryables = z.looseObject({
  type: z.literal('object'),
  title: z.string(),
  properties: z.record(z.string(), z.record(z.string(), z.unknown())),
  additionalProperties: z.literal(false),
})

const place = z.array(z.number()).min(2).max(4)
const line = z.array(place).min(2)
const polygon = z.array(z.array(place).min(4)).min(1)
const shapes = [
  z.object({ type: z.literal('Point'), coordinates: place }),
  z.object({ type: z.literal('MultiPoint'), coordinates: z.array(place) }),
  z.object({ type: z.literal('LineString'), coordinates: line }),
  z.object({ type: z.literal('MultiLineString'), coordinates: z.array(line) }),
  z.object({ type: z.literal('Polygon'), coordinates: polygon }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(polygon) }),
] as const
/** A geometry of RFC 7946, without collections in collections. */
export const stacGeometry = z.discriminatedUnion('type', [
  ...shapes,
  z.object({
    type: z.literal('GeometryCollection'),
    geometries: z.array(z.discriminatedUnion('type', shapes)),
  }),
])
export type StacGeometry = z.output<typeof stacGeometry>

const reads = {
  resource: 'stac',
  method: 'GET',
  access: READERS,
  scope: 'read',
  rate: 'read',
  audit: null,
  record: null,
  standard: 'STAC API 1.0.0',
} as const

const words = (most: number) => z.string().max(most)
const collectionPath = { collection_id: words(100) }
/** OGC: the form of the answer; there is one only. */
const json = { f: z.literal('json').optional() }
const asJson = z.strictObject(json)
const geojson = { f: z.enum(['json', 'geojson']).optional() }

export const MOST_SORTS = 5
const page = {
  /** OGC API – Features: a limit above the maximum is no error, the maximum is taken. */
  limit: integer
    .min(1)
    .transform((limit) => Math.min(limit, MAX_LIMIT))
    .default(10),
  /** Where the next page begins; from the link `next`. */
  token: words(100).optional(),
}
const placeAndTime = {
  /** `west,south,east,north` in degrees; west is greater than east across the antimeridian. */
  bbox: words(200).optional(),
  /** A moment, or an interval such as `2020-01-01T00:00:00Z/..`. */
  datetime: words(100).optional(),
}
const filters = {
  ...placeAndTime,
  /** CQL2 text, e.g. `iso3_code = 'BEN' AND year >= 2018`. */
  filter: words(2000).optional(),
  'filter-lang': z.enum(['cql2-text']).default('cql2-text'),
}
const STAC_PAGE = { ...page, ...filters }
/** By address, separated by commas. */
const lists = {
  ids: words(10_000).optional(),
  collections: words(1000).optional(),
  /** Properties; a minus in front of one turns its order: `-properties.year,id`. */
  sortby: words(500).optional(),
}

export const getStacLanding = defineEndpoint({
  ...reads,
  name: 'getStacLanding',
  summary: 'Get the STAC catalogue of bands, processed rasters and published outputs',
  path: '/stac',
  query: asJson,
  answer: z.object({
    type: z.literal('Catalog'),
    stac_version: z.literal('1.0.0'),
    id: z.string(),
    title: z.string(),
    description: z.string(),
    conformsTo: z.array(z.string()),
    links: z.array(link),
  }),
})

export const getStacConformance = defineEndpoint({
  ...reads,
  name: 'getStacConformance',
  summary: 'List the conformance classes of the STAC API',
  path: '/stac/conformance',
  query: asJson,
  answer: z.object({ conformsTo: z.array(z.string()) }),
})

export const listStacCollections = defineEndpoint({
  ...reads,
  name: 'listStacCollections',
  summary: 'List the STAC collections, all or by area, time and words',
  path: '/stac/collections',
  query: z.strictObject({
    ...json,
    ...page,
    ...placeAndTime,
    /** Words of title, description or keywords; with commas, any of them. */
    q: words(200).optional(),
  }),
  answer: z.object({
    collections: z.array(stacCollection),
    links: z.array(link),
    numberMatched: z.number().int().min(0),
    numberReturned: z.number().int().min(0),
  }),
})

export const getStacCollection = defineEndpoint({
  ...reads,
  name: 'getStacCollection',
  summary: 'Get a STAC collection: bands, processed-rasters or outputs',
  path: '/stac/collections/{collection_id}',
  params: z.object(collectionPath),
  query: asJson,
  answer: stacCollection,
})

export const getStacQueryables = defineEndpoint({
  ...reads,
  name: 'getStacQueryables',
  summary: 'Get the properties that a CQL2 filter can name, as JSON Schema',
  path: '/stac/queryables',
  query: asJson,
  answer: queryables,
  mediaType: 'application/schema+json',
})

export const getStacCollectionQueryables = defineEndpoint({
  ...reads,
  name: 'getStacCollectionQueryables',
  summary: 'Get the properties that a CQL2 filter can name in a collection, as JSON Schema',
  path: '/stac/collections/{collection_id}/queryables',
  params: z.object(collectionPath),
  query: asJson,
  answer: queryables,
  mediaType: 'application/schema+json',
})

export const listStacItems = defineEndpoint({
  ...reads,
  name: 'listStacItems',
  summary: 'List the items of a STAC collection, newest first',
  path: '/stac/collections/{collection_id}/items',
  params: z.object(collectionPath),
  /** `collections` is what pystac-client sends too. */
  query: z.strictObject({ ...geojson, ...STAC_PAGE, ...lists }),
  answer: stacItems,
  mediaType: 'application/geo+json',
  timeoutMs: LIST_TIMEOUT_MS,
})

export const getStacItem = defineEndpoint({
  ...reads,
  name: 'getStacItem',
  summary: 'Get a STAC item',
  path: '/stac/collections/{collection_id}/items/{item_id}',
  params: z.object({ ...collectionPath, item_id: words(200) }),
  query: z.strictObject(geojson),
  answer: stacItem,
  mediaType: 'application/geo+json',
})

export const searchStac = defineEndpoint({
  ...reads,
  name: 'searchStac',
  summary: 'Search STAC items by collection, area, time, id and CQL2 filter',
  path: '/stac/search',
  query: z.strictObject({
    ...geojson,
    ...STAC_PAGE,
    ...lists,
    /** A GeoJSON geometry; instead of `bbox`. */
    intersects: words(10_000).optional(),
  }),
  answer: stacItems,
  mediaType: 'application/geo+json',
  timeoutMs: LIST_TIMEOUT_MS,
})

export const postStacSearch = defineEndpoint({
  ...reads,
  method: 'POST',
  name: 'postStacSearch',
  summary: 'Search STAC items with the parameters in a body, for large geometries and many ids',
  path: '/stac/search',
  body: z.strictObject({
    ...STAC_PAGE,
    bbox: z.array(z.number()).max(6).optional(),
    intersects: stacGeometry.optional(),
    /** CQL2 text, or an object of CQL2 JSON. */
    filter: z.union([words(2000), z.record(z.string(), z.unknown())]).optional(),
    'filter-lang': z.enum(['cql2-text', 'cql2-json']).optional(),
    ids: z.array(words(200)).max(1000).optional(),
    collections: z.array(words(100)).max(100).optional(),
    sortby: z
      .array(z.object({ field: words(100), direction: z.enum(['asc', 'desc']).default('asc') }))
      .max(MOST_SORTS)
      .optional(),
  }),
  answer: stacItems,
  mediaType: 'application/geo+json',
  timeoutMs: LIST_TIMEOUT_MS,
})
