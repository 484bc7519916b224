import { z } from 'zod'
import { ASSET_STATUSES } from './asset-list.ts'
import { rasterFile } from './assets.ts'
import { NO_TIMEOUT, defineEndpoint } from '../endpoint.ts'
import { finding, flag, id, message } from '../shapes.ts'
import { namedUploads } from './uploads.ts'

/** Columns of the sheet of a bulk upload, in their usual order. */
export const BAND_SHEET_COLUMNS = [
  { name: 'file', required: true, about: 'Name of an uploaded raster' },
  { name: 'band', required: false, about: 'Which band of the file, from 1 (default 1)' },
  { name: 'name', required: true, about: 'Name of the band, unique in the catalogue' },
  { name: 'description', required: false, about: 'What it shows' },
  { name: 'unit', required: false, about: 'Unit of its values' },
  { name: 'year', required: false, about: 'Year it describes' },
  { name: 'source', required: false, about: 'Where it comes from' },
  { name: 'iso3_code', required: false, about: 'Country as three letters; empty: the whole world' },
  {
    name: 'categorical',
    required: false,
    about: 'yes: its cells are classes, such as land cover; no: quantities; empty: as the file says',
  },
] as const
export type BandSheetColumn = (typeof BAND_SHEET_COLUMNS)[number]['name']
export const BAND_SHEET_MAX_BYTES = 5 * 2 ** 20
export const BAND_SHEET_MAX_RASTERS = 50

/** What became of a sheet and its rasters. */
const uploadedBands = z.object({
  /** Whether any band was created. */
  catalogued: z.boolean(),
  rows: z.number().int(),
  /** Rows without an error: those that are added with `partial`. */
  good_rows: z.number().int(),
  /** The sheet as read, so that the findings can be shown at its cells. */
  sheet: z.object({
    columns: z.array(z.string()),
    /** Cells in the order of `columns`. */
    rows: z.array(z.object({ row: z.number().int(), cells: z.array(z.string()) })),
  }),
  findings: z.array(finding),
  bands: z.array(z.object({ row: z.number().int(), id: z.number().int(), name: z.string() })),
})

/** A bulk upload whose sender did not wait. */
const bandUpload = z.object({
  id: z.number().int(),
  /** ready: its bands are catalogued; rejected: none is. */
  status: z.enum(ASSET_STATUSES),
  /** How much of its rasters has been inspected; null unless that is in progress. */
  fraction: z.number().min(0).max(1).nullable(),
  /** What a call that waits would have answered; null until then. */
  result: uploadedBands.nullable(),
  /** Why it was rejected without a result. */
  error: z.string().nullable(),
  created_by: z.number().int().nullable(),
  created_at: z.string(),
})
export type BandUpload = z.output<typeof bandUpload>

export const uploadBands = defineEndpoint({
  name: 'uploadBands',
  resource: 'bands',
  summary:
    'Upload a sheet (.xlsx or .csv, one row per band) and its rasters; every row is validated, then all rows are catalogued, or only the valid ones if requested',
  method: 'POST',
  path: '/raster/v1/bands/bulk',
  audit: 'upload-bands',
  record: 'result',
  stored: 'catalogued',
  encoding: 'multipart',
  files: {
    sheet: { maxBytes: BAND_SHEET_MAX_BYTES, maxCount: 1, required: true },
    rasters: { ...rasterFile, maxCount: BAND_SHEET_MAX_RASTERS, orUploads: true },
  },
  body: z.strictObject({
    /** Rasters that were sent before, beside or instead of `rasters`; rows name them as files. */
    uploads: namedUploads,
    /** Catalogue the valid rows even if others are not. */
    partial: flag.default(false),
    /** Only validate. */
    dry_run: flag.default(false),
  }),
  headers: ['Prefer'],
  answer: uploadedBands,
  accepted: bandUpload,
  acceptedKind: 'band-uploads',
  timeoutMs: NO_TIMEOUT,
  byWorker: true,
})

export const getBandUpload = defineEndpoint({
  name: 'getBandUpload',
  resource: 'bands',
  summary: 'Get the progress, then the result, of an asynchronous bulk upload',
  method: 'GET',
  path: '/raster/v1/bands/bulk/{id}',
  record: 'id',
  recordKind: 'band-uploads',
  params: z.object({ id }),
  answer: bandUpload,
})

export const deleteBandUpload = defineEndpoint({
  name: 'deleteBandUpload',
  resource: 'bands',
  summary: 'Cancel a bulk upload, or delete its record (its owner or an admin); catalogued bands are kept',
  method: 'DELETE',
  path: '/raster/v1/bands/bulk/{id}',
  audit: 'delete-band-upload',
  record: 'id',
  recordKind: 'band-uploads',
  params: z.object({ id }),
  answer: message,
})
