import { z } from 'zod'
import { year } from './asset-list.ts'
import { LIST_TIMEOUT_MS, defineEndpoint } from '../endpoint.ts'
import { flag, id, iso3, listOf, listQuery, many } from '../shapes.ts'

export const POPULATION_CATEGORIES = ['population', 'age_sex', 'density', 'births', 'other'] as const

export const dataset = z.object({
  id: z.number().int(),
  iso3_code: z.string(),
  country: z.string(),
  year: z.number().int(),
  category: z.enum(POPULATION_CATEGORIES),
  /** In the publisher's notation, e.g. 1km. */
  resolution: z.string(),
  /** Only settled cells. */
  constrained: z.boolean(),
  /** Adjusted to the United Nations' totals. */
  un_adjusted: z.boolean(),
  /** The address it was fetched from; null: uploaded as a file. */
  url: z.string().nullable(),
  sha256: z.string(),
  size: z.number().int(),
  asset_id: z.number().int(),
  bands: z.array(z.object({ id: z.number().int(), name: z.string() })),
  created_by: z.number().int().nullable(),
  created_by_name: z.string().nullable(),
  created_at: z.string(),
})
export type Dataset = z.output<typeof dataset>

export const resolution = z
  .string()
  .trim()
  .regex(/^[0-9]{1,4}(\.[0-9]{1,3})?(m|km|arcsec|arcmin)$/, 'a length such as 100m, 1km or 30arcsec')
export const filters = {
  id: many(id),
  iso3_code: many(iso3),
  year: many(year),
  category: many(z.enum(POPULATION_CATEGORIES)),
  resolution: many(resolution),
  constrained: flag.optional(),
  un_adjusted: flag.optional(),
}

export const listDatasets = defineEndpoint({
  name: 'listDatasets',
  resource: 'worldpop',
  summary: 'List population datasets',
  method: 'GET',
  path: '/worldpop/v1/datasets',
  query: listQuery(
    ['id', 'iso3_code', 'country', 'year', 'category', 'resolution', 'created_at'],
    { sortBy: 'iso3_code' },
    filters,
  ),
  answer: listOf(dataset),
  timeoutMs: LIST_TIMEOUT_MS,
})
