import { z } from 'zod'
import { year } from '../rasters/asset-list.ts'
import { LIST_TIMEOUT_MS, defineEndpoint } from '../endpoint.ts'
import { PRODUCT_STATUSES, product } from './interpolation-shapes.ts'
import { date, flag, id, iso3, listOf, listQuery, many, match, period, text } from '../shapes.ts'

const PRODUCT_SORTS = [
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

/** `west,south,east,north` in degrees; across 180°, west is greater than east. Null if it is not a box on the map. */
export function parseBox(words: string): [number, number, number, number] | null {
  const parts = words.split(',')
  if (parts.length !== 4 || parts.some((part) => !/^-?\d{1,3}(\.\d{1,10})?$/.test(part))) return null
  const [west, south, east, north] = parts.map(Number)
  const onMap = [west, east].every((lon) => Math.abs(lon) <= 180) && south >= -90 && north <= 90
  return onMap && west !== east && south < north ? [west, south, east, north] : null
}

/** Codes one by one or separated by commas, under any of the names that clients use. */
const codes = z
  .preprocess(
    (value) =>
      value === undefined
        ? value
        : [value].flat().flatMap((part) => (typeof part === 'string' ? part.split(',') : [part])),
    z.array(iso3).min(1).max(300),
  )
  .optional()

const productFilters = {
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
  /** Contains, case-insensitive. */
  title: text.optional(),
  data_description: text.optional(),
  status: many(z.enum(PRODUCT_STATUSES)),
  version: many(text),
  /** Names; a product matches if it has all of them, or with `tags_match=any` one of them. */
  tags: many(text),
  tags_match: match.optional(),
  final: flag.optional(),
  /** The product's extent intersects the box `west,south,east,north`, in degrees; across 180°, west is greater than east. */
  bounds: z
    .string()
    .refine((words) => parseBox(words) !== null, 'a box in degrees as west,south,east,north, e.g. 2,4,15,14')
    .optional(),
  created_by: many(id),
  created_start: date.optional(),
  /** Inclusive. */
  created_end: date.optional(),
  /** Resolved whenever the list is read. */
  created: period.optional(),
}

export const productQuery = listQuery(
  PRODUCT_SORTS,
  { sortBy: 'created_at', sortOrder: 'desc' },
  productFilters,
)

export const listProducts = defineEndpoint({
  name: 'listProducts',
  resource: 'interpolation',
  summary: 'List products (completed final jobs and checked-in rasters)',
  method: 'GET',
  path: '/interpolation',
  query: productQuery,
  answer: listOf(product),
  timeoutMs: LIST_TIMEOUT_MS,
})
