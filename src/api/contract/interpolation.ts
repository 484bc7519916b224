import { z } from 'zod'
import { bounds, inspectedRaster, rasterFile, rasterFinding, sha256, words, year } from './assets.ts'
import { collection, newCollection } from './collections.ts'
import {
  DOWNLOAD_TIMEOUT_MS,
  LIST_TIMEOUT_MS,
  NO_TIMEOUT,
  READERS,
  WRITERS,
  defineEndpoint,
} from './endpoint.ts'
import { date, flag, id, iso3, listOf, listQuery, many, text } from './shapes.ts'
import { signedLink } from './signed-links.ts'
import { tag, tagName } from './tags.ts'

export const PRODUCT_STATUSES = ['draft', 'published', 'retired'] as const

/** What a product's files are asked for by. A checked-in raster has 'tif' only. */
export const PRODUCT_EXTS = [
  'tif',
  'lower.tif',
  'upper.tif',
  'sd.tif',
  'csv',
  'clusters.csv',
  'parquet',
  'json',
  'provenance.json',
] as const
export type ProductExt = (typeof PRODUCT_EXTS)[number]

export const product = z.object({
  id: z.number().int(),
  job_key: z.string(),
  /** The final job that made it; null for a raster that was checked in. */
  job_id: z.number().int().nullable(),
  asset_id: z.number().int().nullable(),
  iso3_code: z.string(),
  country: z.string(),
  target: z.string(),
  source: z.string(),
  source_wave: z.string(),
  source_date: z.string().nullable(),
  round: z.string(),
  year: z.number().int().nullable(),
  title: z.string(),
  data_description: z.string(),
  unit: z.string(),
  resolution_m: z.number().nullable(),
  /** EPSG code. */
  crs: z.number().int().nullable(),
  /** West, south, east, north in the units of the CRS. */
  bounds: bounds.nullable(),
  status: z.enum(PRODUCT_STATUSES),
  version: z.string(),
  tags: z.array(tag),
  final: z.boolean(),
  created_at: z.string(),
  created_by: z.number().int().nullable(),
  created_by_name: z.string().nullable(),
  files: z.array(z.object({ ext: z.string(), size: z.number().int(), sha256: z.string() })),
})
export type Product = z.output<typeof product>

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

export const BULK_FILES = 500
export const linkProductFiles = defineEndpoint({
  name: 'linkProductFiles',
  resource: 'interpolation',
  summary: 'Signed links, for ten minutes, to many files at once: all that were asked for, or 404',
  method: 'POST',
  path: '/interpolation/download/bulk',
  access: READERS,
  body: z.strictObject({
    files: z
      .array(z.strictObject({ id, ext: z.enum(PRODUCT_EXTS).default('tif') }))
      .min(1)
      .max(BULK_FILES),
  }),
  answer: listOf(
    signedLink.extend({
      id: z.number().int(),
      ext: z.string(),
      name: z.string(),
      size: z.number().int(),
      sha256: z.string(),
    }),
  ),
  timeoutMs: DOWNLOAD_TIMEOUT_MS,
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
  summary: 'Change title, description, tags, status or version of many products: all of them or none',
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
  summary: 'Make a custom raster stack: a band collection',
  method: 'POST',
  path: '/interpolation/custom/create',
  access: WRITERS,
  body: newCollection,
  answer: collection,
})

export const checkInRaster = defineEndpoint({
  name: 'checkInRaster',
  resource: 'interpolation',
  summary: 'Send a GeoTIFF to the catalogue: it is looked into, and published unless there is an error',
  method: 'POST',
  path: '/interpolation/raster/check-in',
  access: WRITERS,
  encoding: 'multipart',
  files: { file: rasterFile },
  body: z.strictObject({
    iso3_code: iso3,
    target: text,
    source: text,
    source_wave: text,
    source_date: date.optional(),
    round: text.default('1'),
    /** Default: the year of source_date, else of source_wave. */
    year: year.optional(),
    /** Default: made of country, target, source and wave. */
    title: z.string().trim().min(1).max(300).optional(),
    data_description: words(5000).default(''),
    unit: words(50).default(''),
    status: z.enum(PRODUCT_STATUSES).default('published'),
    version: z.string().trim().min(1).max(50).default('1'),
    tags: many(tagName),
    sha256: sha256.optional(),
    /** Only look into it. */
    dry_run: flag.default(false),
  }),
  answer: z.object({
    catalogued: z.boolean(),
    findings: z.array(rasterFinding),
    raster: inspectedRaster.nullable(),
    product: product.nullable(),
  }),
  timeoutMs: NO_TIMEOUT,
})

const oneFile = {
  params: z.object({ id }),
  query: z.strictObject({ ext: z.enum(PRODUCT_EXTS).default('tif') }),
}

export const linkProduct = defineEndpoint({
  name: 'linkProduct',
  resource: 'interpolation',
  summary: 'A link that opens a file of a product without a session, for ten minutes',
  method: 'GET',
  path: '/interpolation/download-link/{id}',
  access: READERS,
  audit: 'link-product',
  ...oneFile,
  answer: signedLink,
  timeoutMs: DOWNLOAD_TIMEOUT_MS,
})

export const downloadProduct = defineEndpoint({
  name: 'downloadProduct',
  resource: 'interpolation',
  summary: 'A file of a product, byte ranges allowed',
  method: 'GET',
  path: '/interpolation/download/{id}',
  access: READERS,
  ...oneFile,
  answer: 'file',
  timeoutMs: DOWNLOAD_TIMEOUT_MS,
})
