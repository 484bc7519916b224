import { z } from 'zod'
import { type FileRule, LIST_TIMEOUT_MS, NO_TIMEOUT, READERS, WRITERS, defineEndpoint } from './endpoint.ts'
import { flag, id, integer, iso3, listOf, listQuery, many, message, text } from './shapes.ts'

export const RASTER_MAX_BYTES = 64 * 2 ** 30
/** A raster of any size: it goes into the store as it comes. */
export const rasterFile = {
  maxBytes: RASTER_MAX_BYTES,
  maxCount: 1,
  required: true,
  stream: 'tiff',
} as const satisfies FileRule

/** What stands out in a raster, and how to mend it. An error keeps it out of the catalogue. */
export const rasterFinding = z.object({
  severity: z.enum(['error', 'warning']),
  /** Counts from 1; null: the whole file. */
  band: z.number().int().nullable(),
  message: z.string(),
  help: z.string().optional(),
})
export type RasterFinding = z.output<typeof rasterFinding>

export const bounds = z.tuple([z.number(), z.number(), z.number(), z.number()])

/** What was found inside of a raster that was sent. */
export const inspectedRaster = z.object({
  width: z.number().int(),
  height: z.number().int(),
  /** EPSG code. */
  crs: z.number().int().nullable(),
  bounds,
  data_type: z.string(),
  nodata: z.union([z.number(), z.literal('nan')]).nullable(),
  compression: z.string(),
  cloud_optimized: z.boolean(),
  on_reference_grid: z.boolean(),
  resolution_m: z.number().nullable(),
  bands: z.array(
    z.object({
      band: z.number().int(),
      valid: z.number().int(),
      min: z.number().nullable(),
      max: z.number().nullable(),
      mean: z.number().nullable(),
      sd: z.number().nullable(),
      /** Counts of equal bins from min to max. */
      histogram: z.array(z.number().int()).nullable(),
    }),
  ),
})
export type InspectedRaster = z.output<typeof inspectedRaster>

/** What every call that takes a raster in answers: whether it is kept, and what was found. */
export const inspection = {
  catalogued: z.boolean(),
  findings: z.array(rasterFinding),
  raster: inspectedRaster,
}

export const sha256 = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/, 'a SHA-256 of 64 hexadecimal digits')
  .transform((hex) => hex.toLowerCase())
export const year = integer.min(1900).max(2100)
export const words = (most: number) => z.string().trim().max(most)

export const asset = z.object({
  id: z.number().int(),
  name: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  crs: z.number().int().nullable(),
  /** West, south, east, north in the units of the CRS. */
  bounds,
  resolution_m: z.number().nullable(),
  nodata: z.union([z.number(), z.literal('nan')]).nullable(),
  /** Null: catalogued before it was asked. */
  data_type: z.string().nullable(),
  compression: z.string().nullable(),
  cloud_optimized: z.boolean(),
  on_reference_grid: z.boolean(),
  /** The asset that it was made from. */
  processed_from: z.number().int().nullable(),
  bands: z.array(z.object({ id: z.number().int(), name: z.string(), band_index: z.number().int() })),
  iso3_codes: z.array(z.string()),
  size: z.number().int(),
  sha256: z.string(),
  created_by: z.number().int().nullable(),
  created_by_name: z.string().nullable(),
  created_at: z.string(),
})
export type Asset = z.output<typeof asset>

export const ASSET_SORTS = ['id', 'name', 'size', 'width', 'height', 'crs', 'created_at'] as const
export const assetFilters = {
  id: many(id),
  /** Contains, whatever the case. */
  name: text.optional(),
  iso3_code: many(iso3),
  crs: many(integer.min(1024).max(999_999)),
  created_by: many(id),
  cloud_optimized: flag.optional(),
}

export const listAssets = defineEndpoint({
  name: 'listAssets',
  resource: 'assets',
  summary: 'Raster assets: uploaded files with their metadata',
  method: 'GET',
  path: '/raster/v1/assets',
  access: READERS,
  query: listQuery(
    ASSET_SORTS,
    { sortBy: 'created_at', sortOrder: 'desc' },
    { ...assetFilters, on_reference_grid: flag.optional() },
  ),
  answer: listOf(asset),
  timeoutMs: LIST_TIMEOUT_MS,
})

export const getAsset = defineEndpoint({
  name: 'getAsset',
  resource: 'assets',
  summary: 'One raster asset',
  method: 'GET',
  path: '/raster/v1/assets/{id}',
  access: READERS,
  params: z.object({ id }),
  answer: asset,
})

export const downloadAsset = defineEndpoint({
  name: 'downloadAsset',
  resource: 'assets',
  summary: 'The original file of a raster asset; supports byte ranges',
  method: 'GET',
  path: '/raster/v1/assets/{id}/download',
  access: READERS,
  params: z.object({ id }),
  answer: 'file',
  timeoutMs: 10_000,
})

export const assetUse = z.object({
  kind: z.enum(['collection', 'product', 'population', 'asset', 'job']),
  id: z.number().int(),
  name: z.string(),
  /** In words: 'the collection Benin covariates'. */
  use: z.string(),
})
export type AssetUse = z.output<typeof assetUse>

export const listAssetUses = defineEndpoint({
  name: 'listAssetUses',
  resource: 'assets',
  summary: 'What uses a raster asset and keeps it from being deleted, the first 200',
  method: 'GET',
  path: '/raster/v1/assets/{id}/uses',
  access: READERS,
  params: z.object({ id }),
  answer: listOf(assetUse),
})

export const listAssetFindings = defineEndpoint({
  name: 'listAssetFindings',
  resource: 'assets',
  summary: 'Findings of a catalogued raster, each with its remedy',
  method: 'GET',
  path: '/raster/v1/assets/{id}/findings',
  access: READERS,
  params: z.object({ id }),
  answer: listOf(rasterFinding),
})

export const uploadAsset = defineEndpoint({
  name: 'uploadAsset',
  resource: 'assets',
  summary: 'Upload a GeoTIFF: it is inspected, and catalogued with its bands unless there is an error',
  method: 'POST',
  path: '/raster/v1/assets',
  access: WRITERS,
  encoding: 'multipart',
  files: { file: rasterFile },
  body: z.strictObject({
    /** Of each band in the order of the file; default: the name of the file, numbered when there are several. */
    band_names: many(text),
    description: words(2000).default(''),
    unit: words(50).default(''),
    source: words(200).default(''),
    year: year.optional(),
    /** The country that the raster is about; none: the whole world. */
    iso3_code: iso3.optional(),
    sha256: sha256.optional(),
    /** Only look into it. */
    dry_run: flag.default(false),
  }),
  answer: z.object({ ...inspection, asset: asset.nullable() }),
  timeoutMs: NO_TIMEOUT,
})

export const deleteAsset = defineEndpoint({
  name: 'deleteAsset',
  resource: 'assets',
  summary: 'Delete an unused asset with its bands and its file (its owner or an admin)',
  method: 'DELETE',
  path: '/raster/v1/assets/{id}',
  access: WRITERS,
  params: z.object({ id }),
  answer: message,
})
