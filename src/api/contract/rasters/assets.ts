import { z } from 'zod'
import { type FileRule, NO_TIMEOUT, defineEndpoint } from '../endpoint.ts'
import { flag, id, iso3, listOf, many, message, visibleText } from '../shapes.ts'
import { inspection } from './asset-inspection.ts'
import { rasterInspection } from './inspections.ts'
import { asset, fileLayout, sha256, words, year } from './asset-list.ts'

export const RASTER_MAX_BYTES = 64 * 2 ** 30
/** A raster of any size: it is streamed into the store. */
export const rasterFile = {
  maxBytes: RASTER_MAX_BYTES,
  maxCount: 1,
  required: true,
  stream: 'tiff',
} as const satisfies FileRule
/** A raster file, sent with the call or in pieces before it. */
export const rasterOrUpload = { ...rasterFile, orUpload: true } as const satisfies FileRule
/** Names a finished resumable upload, whose file is taken instead of one sent with the call. */
export const finishedUpload = z.uuid().optional()
/** What the sender of a raster who does not wait follows: the asset, or the inspection if that is all. */
export const acceptedRaster = z.union([asset, rasterInspection])

export const getAsset = defineEndpoint({
  name: 'getAsset',
  resource: 'assets',
  summary: 'Get a raster asset',
  method: 'GET',
  path: '/raster/v1/assets/{id}',
  record: 'id',
  params: z.object({ id }),
  answer: asset,
})

export const downloadAsset = defineEndpoint({
  name: 'downloadAsset',
  resource: 'assets',
  summary: 'Download the original file of a raster asset; supports byte ranges',
  method: 'GET',
  path: '/raster/v1/assets/{id}/download',
  audit: 'download',
  record: 'id',
  params: z.object({ id }),
  answer: 'file',
  byBlocks: true,
  timeoutMs: 10_000,
})

export const downloadAssetCog = defineEndpoint({
  name: 'downloadAssetCog',
  resource: 'assets',
  summary:
    'Download the Cloud-Optimized GeoTIFF of a raster asset; supports byte ranges, so GDAL reads only what it needs',
  method: 'GET',
  path: '/raster/v1/assets/{id}/cog.tif',
  audit: 'download',
  record: 'id',
  params: z.object({ id }),
  answer: 'file',
  byBlocks: true,
  timeoutMs: 10_000,
})

const assetUse = z.object({
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
  summary: 'List the records that use a raster asset and prevent its deletion, at most 200',
  method: 'GET',
  path: '/raster/v1/assets/{id}/uses',
  record: 'id',
  params: z.object({ id }),
  answer: listOf(assetUse),
})

export const getAssetLayout = defineEndpoint({
  name: 'getAssetLayout',
  resource: 'assets',
  summary: 'Get the layout of an asset: of the file as sent, and of the file that its cells are read from',
  method: 'GET',
  path: '/raster/v1/assets/{id}/layout',
  record: 'id',
  params: z.object({ id }),
  answer: z.object({
    /** Null until the raster has been inspected, and if Strata made it. */
    as_sent: fileLayout.nullable(),
    /** Null until the raster has been inspected. */
    as_stored: fileLayout.nullable(),
  }),
})

export const uploadAsset = defineEndpoint({
  name: 'uploadAsset',
  resource: 'assets',
  summary: 'Upload a GeoTIFF; it is inspected, then catalogued with its bands unless it has errors',
  method: 'POST',
  path: '/raster/v1/assets',
  audit: 'upload-asset',
  record: 'result',
  stored: 'catalogued',
  encoding: 'multipart',
  files: { file: rasterOrUpload },
  body: z.strictObject({
    upload: finishedUpload,
    /** Each band's name in the order of the file; default: its name in the file if it is free, else the name of the file, numbered if there are several. */
    band_names: many(visibleText),
    description: words(2000).default(''),
    /** Default: each band's unit in the file. */
    unit: words(50).default(''),
    source: words(200).default(''),
    year: year.optional(),
    /** The raster's country; none: the whole world. */
    iso3_code: iso3.optional(),
    /** Whether the cells of every band are classes; default: as the file says, by a palette or as a thematic layer. */
    categorical: flag.optional(),
    sha256: sha256.optional(),
    /** Only inspect it; band names that are taken do not matter then. */
    dry_run: flag.default(false),
  }),
  headers: ['Prefer'],
  answer: z.object({ ...inspection, asset: asset.nullable() }),
  accepted: acceptedRaster,
  timeoutMs: NO_TIMEOUT,
  byWorker: true,
})

export const deleteAsset = defineEndpoint({
  name: 'deleteAsset',
  resource: 'assets',
  summary: 'Delete an unused raster asset with its bands and file (its owner or an admin)',
  method: 'DELETE',
  path: '/raster/v1/assets/{id}',
  audit: 'delete-asset',
  record: 'id',
  params: z.object({ id }),
  answer: message,
})
