import { z } from 'zod'
import { inspection, rasterFile, sha256, year } from './assets.ts'
import { LIST_TIMEOUT_MS, NO_TIMEOUT, READERS, WRITERS, defineEndpoint } from './endpoint.ts'
import { flag, id, iso3, listOf, listQuery, many, message } from './shapes.ts'

export const POPULATION_CATEGORIES = ['population', 'age_sex', 'density', 'births', 'other'] as const

export const dataset = z.object({
  id: z.number().int(),
  iso3_code: z.string(),
  country: z.string(),
  year: z.number().int(),
  category: z.enum(POPULATION_CATEGORIES),
  /** As its publisher calls it, e.g. 1km. */
  resolution: z.string(),
  /** Only where there are settlements. */
  constrained: z.boolean(),
  /** Adjusted to the totals of the United Nations. */
  un_adjusted: z.boolean(),
  /** Where it was brought in from; null: sent as a file. */
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

const resolution = z
  .string()
  .trim()
  .regex(/^[0-9]{1,4}(\.[0-9]{1,3})?(m|km|arcsec|arcmin)$/, 'a length such as 100m, 1km or 30arcsec')
const filters = {
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
  summary: 'Population datasets',
  method: 'GET',
  path: '/worldpop/v1/datasets',
  access: READERS,
  query: listQuery(
    ['id', 'iso3_code', 'country', 'year', 'category', 'resolution', 'created_at'],
    { sortBy: 'iso3_code' },
    filters,
  ),
  answer: listOf(dataset),
  timeoutMs: LIST_TIMEOUT_MS,
})

export const getDataset = defineEndpoint({
  name: 'getDataset',
  resource: 'worldpop',
  summary: 'One population dataset',
  method: 'GET',
  path: '/worldpop/v1/datasets/{id}',
  access: READERS,
  params: z.object({ id }),
  answer: dataset,
})

export const newDataset = z.strictObject({
  iso3_code: iso3,
  year,
  category: z.enum(POPULATION_CATEGORIES).default('population'),
  resolution,
  constrained: flag.default(false),
  un_adjusted: flag.default(false),
  sha256: sha256.optional(),
  /** Only look into it. */
  dry_run: flag.default(false),
})
const imported = z.object({ ...inspection, dataset: dataset.nullable() })

export const importDataset = defineEndpoint({
  name: 'importDataset',
  resource: 'worldpop',
  summary: 'Import a population raster: it is inspected, and catalogued as an asset unless there is an error',
  method: 'POST',
  path: '/worldpop/v1/datasets',
  access: WRITERS,
  encoding: 'multipart',
  files: { file: rasterFile },
  body: newDataset,
  answer: imported,
  timeoutMs: NO_TIMEOUT,
})

export const fetchDataset = defineEndpoint({
  name: 'fetchDataset',
  resource: 'worldpop',
  summary: 'Bring a population raster in from its https address, of a host that the service allows',
  method: 'POST',
  path: '/worldpop/v1/datasets/from-address',
  access: WRITERS,
  body: newDataset.extend({ url: z.string().trim().min(1).max(2000) }),
  answer: imported,
  timeoutMs: NO_TIMEOUT,
})

export const listDatasetHosts = defineEndpoint({
  name: 'listDatasetHosts',
  resource: 'worldpop',
  summary: 'The hosts that population rasters may be fetched from; none: send files',
  method: 'GET',
  path: '/worldpop/v1/hosts',
  access: READERS,
  answer: listOf(z.string()),
})

export const deleteDataset = defineEndpoint({
  name: 'deleteDataset',
  resource: 'worldpop',
  summary: 'Remove a dataset from the list (its owner or an admin); its raster stays among the assets',
  method: 'DELETE',
  path: '/worldpop/v1/datasets/{id}',
  access: WRITERS,
  params: z.object({ id }),
  answer: message,
})

export const listDatasetCoverage = defineEndpoint({
  name: 'listDatasetCoverage',
  resource: 'worldpop',
  summary: 'Which countries have population data of which years',
  method: 'GET',
  path: '/worldpop/v1/coverage',
  access: READERS,
  query: listQuery(['iso3_code', 'country', 'year', 'datasets'], { sortBy: 'country', limit: 250 }, filters),
  answer: listOf(
    z.object({
      iso3_code: z.string(),
      country: z.string(),
      year: z.number().int(),
      datasets: z.number().int(),
      categories: z.array(z.string()),
      resolutions: z.array(z.string()),
    }),
  ),
  timeoutMs: LIST_TIMEOUT_MS,
})
