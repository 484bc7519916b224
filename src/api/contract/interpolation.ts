import { z } from 'zod'
import { words, year } from './assets.ts'
import { collection, newCollection } from './collections.ts'
import { LIST_TIMEOUT_MS, READERS, WRITERS, defineEndpoint } from './endpoint.ts'
import { PRODUCT_STATUSES, product } from './interpolation-shapes.ts'
import { date, flag, id, iso3, listOf, listQuery, many, text } from './shapes.ts'
import { tagName } from './tags.ts'

export const PRODUCT_SORTS = [
  'id',
  'job_key',
  'iso3_code',
  'country',
  'target',
  'source',
  'source_wave',
  'source_date',
  'round',
  'year',
  'title',
  'data_description',
  'status',
  'version',
  'final',
  'resolution_m',
  'created_at',
  'created_by',
] as const

/** `west,south,east,north` in degrees; null where it is not a box on the map. */
export function parseBox(words: string): [number, number, number, number] | null {
  const parts = words.split(',')
  if (parts.length !== 4 || parts.some((part) => !/^-?\d{1,3}(\.\d{1,10})?$/.test(part))) return null
  const [west, south, east, north] = parts.map(Number)
  const onMap = west >= -180 && east <= 180 && south >= -90 && north <= 90
  return onMap && west < east && south < north ? [west, south, east, north] : null
}

/** Codes one by one or separated by commas, by any of the names that clients use. */
const codes = z
  .preprocess(
    (value) =>
      value === undefined
        ? value
        : [value].flat().flatMap((part) => (typeof part === 'string' ? part.split(',') : [part])),
    z.array(iso3).min(1).max(300),
  )
  .optional()

export const productFilters = {
  id: many(id),
  job_id: many(id),
  job_key: many(text),
  iso3_code: codes,
  iso3_codes: codes,
  /** The same as iso3_code. */
  iso_3_code: codes,
  iso_3_codes: codes,
  target: many(text),
  source: many(text),
  source_wave: many(text),
  source_date: date.optional(),
  round: many(text),
  year: many(year),
  /** Contains, whatever the case. */
  title: text.optional(),
  data_description: text.optional(),
  status: many(z.enum(PRODUCT_STATUSES)),
  version: many(text),
  /** Names; a product matches when it carries all of them. */
  tags: many(text),
  final: flag.optional(),
  /** The extent of the product touches the box `west,south,east,north`, in degrees. */
  bounds: z
    .string()
    .refine((words) => parseBox(words) !== null, 'a box in degrees as west,south,east,north, e.g. 2,4,15,14')
    .optional(),
  created_by: many(id),
  created_start: date.optional(),
  /** Inclusive. */
  created_end: date.optional(),
}

const productQuery = listQuery(PRODUCT_SORTS, { sortBy: 'created_at', sortOrder: 'desc' }, productFilters)

export const listProducts = defineEndpoint({
  name: 'listProducts',
  resource: 'interpolation',
  summary: 'Published surfaces: completed final jobs and rasters that were checked in',
  method: 'GET',
  path: '/interpolation',
  access: READERS,
  query: productQuery,
  answer: listOf(product),
  timeoutMs: LIST_TIMEOUT_MS,
})

export const countProducts = defineEndpoint({
  name: 'countProducts',
  resource: 'interpolation',
  summary: 'How many products the same filters match',
  method: 'GET',
  path: '/interpolation/size',
  access: READERS,
  query: productQuery,
  answer: z.number().int(),
  timeoutMs: LIST_TIMEOUT_MS,
})

export const getProduct = defineEndpoint({
  name: 'getProduct',
  resource: 'interpolation',
  summary: 'One product',
  method: 'GET',
  path: '/interpolation/{id}',
  access: READERS,
  params: z.object({ id }),
  answer: product,
})

export const listCatalogCountries = defineEndpoint({
  name: 'listCatalogCountries',
  resource: 'interpolation',
  summary: 'Countries that have products, with how many',
  method: 'GET',
  path: '/app/interpolation/catalog-countries',
  access: READERS,
  answer: listOf(z.object({ iso3_code: z.string(), name: z.string(), products: z.number().int() })),
})

export const listProductSources = defineEndpoint({
  name: 'listProductSources',
  resource: 'interpolation',
  summary: 'Sources that products name',
  method: 'GET',
  path: '/app/interpolation/sources',
  access: READERS,
  answer: listOf(z.string()),
})

export const listModelCountries = defineEndpoint({
  name: 'listModelCountries',
  resource: 'interpolation',
  summary: 'Countries that have been modelled, with how many completed jobs',
  method: 'GET',
  path: '/app/interpolation/model-countries',
  access: READERS,
  answer: listOf(z.object({ iso3_code: z.string(), name: z.string(), jobs: z.number().int() })),
})

export const productChanges = z.strictObject({
  id,
  title: z.string().trim().min(1).max(300).optional(),
  data_description: words(5000).optional(),
  /** All tags from now on; those that are new are made. */
  tags: z.array(tagName).max(20).optional(),
  status: z.enum(PRODUCT_STATUSES).optional(),
  version: z.string().trim().min(1).max(50).optional(),
})
export type ProductChanges = z.output<typeof productChanges>

const changed = z.object({ from: z.unknown(), to: z.unknown() })

export const changeProducts = defineEndpoint({
  name: 'changeProducts',
  resource: 'interpolation',
  summary: 'Change title, description, tags, status or version of many products, all or none',
  method: 'PUT',
  path: '/interpolation/bulk/',
  access: WRITERS,
  body: z.strictObject({ items: z.array(productChanges).min(1).max(1000) }),
  /** Each product that was asked for, with what is different now. */
  answer: listOf(
    z.object({
      id: z.number().int(),
      changes: z.object({
        title: changed.optional(),
        data_description: changed.optional(),
        tags: changed.optional(),
        status: changed.optional(),
        version: changed.optional(),
      }),
    }),
  ),
})

export const createCustomStack = defineEndpoint({
  name: 'createCustomStack',
  resource: 'interpolation',
  summary: 'Create a custom raster stack: a band collection',
  method: 'POST',
  path: '/interpolation/custom/create',
  access: WRITERS,
  body: newCollection,
  answer: collection,
})
