import { z } from 'zod'
import { bounds, boundsDegrees, crsUnit } from './asset-list.ts'
import { year } from './asset-list.ts'
import { LIST_TIMEOUT_MS, defineEndpoint } from '../endpoint.ts'
import { scaling } from './scaling.ts'
import { flag, id, iso3, listOf, listQuery, many, text } from '../shapes.ts'

export const bandStatistics = z.object({
  min: z.number(),
  max: z.number(),
  mean: z.number(),
  sd: z.number(),
  /** Cells that have a value. */
  valid: z.number().int(),
  /** How values are made from what the cells hold, by the scale and offset in the file; missing: they are the same. */
  scaling: scaling.optional(),
})

export const bandClass = z.object({
  value: z.number().int(),
  /** `#rrggbb` */
  colour: z.string().regex(/^#[0-9a-f]{6}$/),
  /** That hold the value. */
  cells: z.number().int(),
})
export type BandClass = z.output<typeof bandClass>

export const band = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  unit: z.string(),
  year: z.number().int().nullable(),
  source: z.string(),
  /** Null: the whole world. */
  iso3_code: z.string().nullable(),
  country: z.string().nullable(),
  asset_id: z.number().int(),
  asset_name: z.string(),
  /** Counts from 1. */
  band_index: z.number().int(),
  statistics: bandStatistics,
  /** Its cells are classes with their own colours, by the palette of the file or as somebody said. */
  categorical: z.boolean().default(false),
  /** Its overviews and its list of classes are being made again, because `categorical` was changed. */
  rebuilding: z.boolean().default(false),
  width: z.number().int(),
  height: z.number().int(),
  /** EPSG code. */
  crs: z.number().int().nullable(),
  /** Name of the EPSG code; without a code, the name in the file. */
  crs_name: z.string().nullable().default(null),
  bounds,
  bounds_degrees: boundsDegrees,
  crs_unit: crsUnit,
  resolution_m: z.number().nullable(),
  cloud_optimized: z.boolean(),
  on_reference_grid: z.boolean(),
  /** Names of the band collections that contain it. */
  collections: z.array(z.string()),
  created_at: z.string(),
})
export type Band = z.output<typeof band>

const BAND_SORTS = [
  'id',
  'name',
  'unit',
  'year',
  'source',
  'iso3_code',
  'asset_id',
  'resolution_m',
  'created_at',
] as const

export const listBands = defineEndpoint({
  name: 'listBands',
  resource: 'bands',
  summary: 'List bands',
  method: 'GET',
  path: '/raster/v1/bands',
  query: listQuery(
    BAND_SORTS,
    { sortBy: 'name' },
    {
      id: many(id),
      /** Contains, case-insensitive. */
      name: text.optional(),
      description: text.optional(),
      unit: many(text),
      year: many(year),
      source: many(text),
      iso3_code: many(iso3),
      /** Covers the whole world. */
      global: flag.optional(),
      asset_id: many(id),
      /** Member of that collection. */
      collection_id: many(id),
      /** Its extent shares an area with that of one of these bands. */
      overlaps: many(id),
      on_reference_grid: flag.optional(),
      cloud_optimized: flag.optional(),
    },
  ),
  answer: listOf(band),
  timeoutMs: LIST_TIMEOUT_MS,
})
