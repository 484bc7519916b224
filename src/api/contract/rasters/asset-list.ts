import { z } from 'zod'
import { LIST_TIMEOUT_MS, defineEndpoint } from '../endpoint.ts'
import { flag, id, integer, iso3, listOf, listQuery, many, text } from '../shapes.ts'

export const year = integer.min(1900).max(2100)
export const words = (most: number) => z.string().trim().max(most)

export const bounds = z.tuple([z.number(), z.number(), z.number(), z.number()])
/**
 * West, south, east, north on WGS 84, from −180° to 180°; across 180°, west is greater than east (RFC 7946, section 5.2).
 * Null where they cannot be computed.
 */
export const boundsDegrees = bounds.nullable().default(null)

/** [a, b, c, d, e, f]: x = a·column + b·row + c, y = d·column + e·row + f, from the outer corner of the first cell. */
export const affine = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()])

/** Of the coordinates of a reference system: 'degree', 'metre', 'foot' …; null if it is unknown. */
export const crsUnit = z.string().nullable().default(null)

const cells = z.number().int()

/** How a raster is laid out in a file. */
export const fileLayout = z.object({
  container: z.enum(['TIFF', 'BigTIFF']),
  blocks: z.enum(['strips', 'tiles']),
  /** Width and height of a block. */
  block_size: z.tuple([cells, cells]),
  /** Width and height of each, the largest first. */
  overviews: z.array(z.tuple([cells, cells])),
  compression: z.string(),
  /** Its overviews lead to about one tile, and GDAL's validator calls it valid. */
  cloud_optimized: z.boolean(),
})
export type FileLayout = z.output<typeof fileLayout>

/** A word for a value that JSON has no number for. */
export const nodata = z.union([z.number(), z.enum(['nan', 'inf', '-inf'])]).nullable()

export const sha256 = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/, 'a SHA-256 of 64 hexadecimal digits')
  .transform((hex) => hex.toLowerCase())

export const ASSET_STATUSES = ['received', 'inspecting', 'ready', 'rejected'] as const
export type AssetStatus = (typeof ASSET_STATUSES)[number]

export const RESAMPLE_METHODS = ['nearest', 'bilinear', 'average', 'sum', 'mode'] as const

/** How a raster was processed, as a body of the call that processes one: sent again, it makes the same cells. */
const recipe = z.object({
  asset_id: z.number().int(),
  band: z.number().int(),
  method: z.enum(RESAMPLE_METHODS),
  name: z.string(),
  collection_id: z.number().int().optional(),
  collection_version: z.number().int().optional(),
  iso3_code: z.string().optional(),
})
export type Recipe = z.output<typeof recipe>

export const asset = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Only a sender who did not wait sees one that is not ready. */
  status: z.enum(ASSET_STATUSES).default('ready'),
  /** How much of it has been inspected or made; null unless that is in progress. */
  fraction: z.number().min(0).max(1).nullable().default(null),
  /** Null until it has been inspected, and if it was rejected. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** EPSG code. */
  crs: z.number().int().nullable(),
  /** Name of the EPSG code; without a code, the name in the file. */
  crs_name: z.string().nullable().default(null),
  /** West, south, east, north in the units of the CRS; null like the width. */
  bounds: bounds.nullable(),
  crs_unit: crsUnit,
  /** Null like the width. */
  affine: affine.nullable().default(null),
  /** Height of a cell. */
  resolution_m: z.number().nullable(),
  nodata,
  /** Null like the width. */
  data_type: z.string().nullable(),
  /** Compression of the uploaded file. */
  compression: z.string().nullable(),
  /** Its cells are read from a Cloud-Optimized GeoTIFF: the file itself, or the one that Strata made from it. */
  cloud_optimized: z.boolean(),
  on_reference_grid: z.boolean(),
  /** The asset from which it was made. */
  processed_from: z.number().int().nullable(),
  processed_from_name: z.string().nullable().default(null),
  /** How it was made from that asset; null for an upload. */
  recipe: recipe.nullable().default(null),
  bands: z.array(z.object({ id: z.number().int(), name: z.string(), band_index: z.number().int() })),
  iso3_codes: z.array(z.string()),
  /** Null while it is being made from another asset, and if that failed. */
  size: z.number().int().nullable(),
  sha256: z.string().nullable(),
  created_by: z.number().int().nullable(),
  created_by_name: z.string().nullable(),
  created_at: z.string(),
})
export type Asset = z.output<typeof asset>

export const ASSET_SORTS = ['id', 'name', 'size', 'width', 'height', 'crs', 'created_at'] as const
export const assetFilters = {
  id: many(id),
  /** Contains, case-insensitive. */
  name: text.optional(),
  iso3_code: many(iso3),
  crs: many(integer.min(1024).max(999_999)),
  created_by: many(id),
  cloud_optimized: flag.optional(),
}

export const listAssets = defineEndpoint({
  name: 'listAssets',
  resource: 'assets',
  summary: 'List raster assets',
  method: 'GET',
  path: '/raster/v1/assets',
  query: listQuery(
    ASSET_SORTS,
    { sortBy: 'created_at', sortOrder: 'desc' },
    {
      ...assetFilters,
      status: many(z.enum(ASSET_STATUSES)),
      on_reference_grid: flag.optional(),
      /** Checksum of the uploaded file. */
      sha256: sha256.optional(),
    },
  ),
  answer: listOf(asset),
  timeoutMs: LIST_TIMEOUT_MS,
})
