import { z } from 'zod'
import { bounds } from './asset-list.ts'
import { LIST_TIMEOUT_MS, defineEndpoint } from '../endpoint.ts'
import { id, iso3, listOf, listQuery, many, text } from '../shapes.ts'

export const memberBand = z.object({
  id: z.number().int(),
  name: z.string(),
  unit: z.string(),
  year: z.number().int().nullable(),
  iso3_code: z.string().nullable(),
  /** The covariate of which this band is one year: a layer uses the year nearest to its survey. */
  series: z.string().nullable().optional(),
})
export type MemberBand = z.output<typeof memberBand>

export const collection = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  /** Each change of the bands makes a new one; jobs keep the one they were submitted with. */
  version: z.number().int().default(1),
  /** In order; the years of a series follow each other. */
  bands: z.array(memberBand),
  /** Weights admin means; null: equal weights. */
  population_band: memberBand.nullable(),
  iso3_codes: z.array(z.string()),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  crs: z.number().int().nullable(),
  bounds: bounds.nullable(),
  resolution_m: z.number().nullable(),
  /** Jobs that were run with any of its versions, counted up to 1000. */
  jobs: z.number().int(),
  created_by: z.number().int().nullable(),
  created_by_name: z.string().nullable(),
  created_at: z.string(),
})
export type Collection = z.output<typeof collection>

const COLLECTION_SORTS = ['id', 'name', 'bands', 'created_at'] as const

export const listCollections = defineEndpoint({
  name: 'listCollections',
  resource: 'collections',
  summary: 'List band collections',
  method: 'GET',
  path: '/raster/v1/collections',
  query: listQuery(
    COLLECTION_SORTS,
    { sortBy: 'name' },
    {
      id: many(id),
      /** Contains, case-insensitive. */
      name: text.optional(),
      description: text.optional(),
      /** Contains a band of that name. */
      band: many(text),
      iso3_code: many(iso3),
      created_by: many(id),
    },
  ),
  answer: listOf(collection),
  timeoutMs: LIST_TIMEOUT_MS,
})
