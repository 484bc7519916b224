import { z } from 'zod'
import { sha256 } from '../rasters/asset-list.ts'
import { words, year } from '../rasters/asset-list.ts'
import { inspection } from '../rasters/asset-inspection.ts'
import { acceptedRaster, finishedUpload, rasterOrUpload } from '../rasters/assets.ts'
import { DOWNLOAD_TIMEOUT_MS, NO_TIMEOUT, READERS, defineEndpoint } from '../endpoint.ts'
import { PRODUCT_STATUSES, product } from './interpolation-shapes.ts'
import { PRODUCT_EXTS } from '../jobs/output-types.ts'
import { date, flag, id, iso3, listOf, many, visibleLine, visibleText } from '../shapes.ts'
import { signedLink } from '../accounts/signed-links.ts'
import { tagName } from '../projects/tags.ts'

export const BULK_FILES = 500

export const linkProductFiles = defineEndpoint({
  name: 'linkProductFiles',
  resource: 'interpolation',
  summary: 'Create signed links to many files, valid for ten minutes; 404 if any file is missing',
  method: 'POST',
  path: '/interpolation/download/bulk',
  access: READERS,
  audit: 'link-product-files',
  record: 'files',
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

export const checkInRaster = defineEndpoint({
  name: 'checkInRaster',
  resource: 'interpolation',
  summary: 'Check in a GeoTIFF; it is inspected, then published unless it has errors',
  method: 'POST',
  path: '/interpolation/raster/check-in',
  audit: 'check-in-raster',
  record: 'result',
  stored: 'catalogued',
  encoding: 'multipart',
  files: { file: rasterOrUpload },
  body: z.strictObject({
    upload: finishedUpload,
    iso3_code: iso3,
    target: visibleText,
    source: visibleText,
    source_wave: visibleText,
    source_date: date.optional(),
    round: visibleText.default('1'),
    /** Default: the year of source_date, else of source_wave. */
    year: year.optional(),
    /** Default: made of country, target, source and wave. */
    title: visibleLine(300).optional(),
    data_description: words(5000).default(''),
    unit: words(50).default(''),
    status: z.enum(PRODUCT_STATUSES).default('published'),
    version: z.string().trim().min(1).max(50).default('1'),
    tags: many(tagName),
    /** Whether the cells of every band are classes; default: as the file says, by a palette or as a thematic layer. */
    categorical: flag.optional(),
    sha256: sha256.optional(),
    /** Only inspect it. */
    dry_run: flag.default(false),
  }),
  headers: ['Prefer'],
  answer: z.object({ ...inspection, product: product.nullable() }),
  accepted: acceptedRaster,
  acceptedKind: 'assets',
  timeoutMs: NO_TIMEOUT,
  byWorker: true,
})

const oneFile = {
  params: z.object({ id }),
  query: z.strictObject({ ext: z.enum(PRODUCT_EXTS).default('tif') }),
}

export const linkProduct = defineEndpoint({
  name: 'linkProduct',
  resource: 'interpolation',
  summary: 'Create a signed link to a file of a product, valid for ten minutes without a session',
  method: 'GET',
  path: '/interpolation/download-link/{id}',
  audit: 'link-product',
  record: 'id',
  detail: 'ext',
  ...oneFile,
  answer: signedLink,
  timeoutMs: DOWNLOAD_TIMEOUT_MS,
})

export const downloadProduct = defineEndpoint({
  name: 'downloadProduct',
  resource: 'interpolation',
  summary: 'Download a file of a product; supports byte ranges',
  method: 'GET',
  path: '/interpolation/download/{id}',
  audit: 'download',
  record: 'id',
  detail: 'ext',
  ...oneFile,
  answer: 'file',
  byBlocks: true,
  timeoutMs: DOWNLOAD_TIMEOUT_MS,
})
