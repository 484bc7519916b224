import { z } from 'zod'
import { sha256 } from './asset-list.ts'
import { year } from './asset-list.ts'
import { inspection } from './asset-inspection.ts'
import { acceptedRaster, finishedUpload, rasterOrUpload } from './assets.ts'
import { LIST_TIMEOUT_MS, NO_TIMEOUT, defineEndpoint } from '../endpoint.ts'
import { flag, id, iso3, listOf, listQuery, message } from '../shapes.ts'
import { POPULATION_CATEGORIES, dataset, filters, resolution } from './worldpop-list.ts'

export const getDataset = defineEndpoint({
  name: 'getDataset',
  resource: 'worldpop',
  summary: 'Get a population dataset',
  method: 'GET',
  path: '/worldpop/v1/datasets/{id}',
  record: 'id',
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
  /** Only inspect it. */
  dry_run: flag.default(false),
})
const imported = z.object({ ...inspection, dataset: dataset.nullable() })

export const importDataset = defineEndpoint({
  name: 'importDataset',
  resource: 'worldpop',
  summary: 'Import a population raster; it is inspected, then catalogued as an asset unless it has errors',
  method: 'POST',
  path: '/worldpop/v1/datasets',
  audit: 'import-dataset',
  record: 'result',
  stored: 'catalogued',
  encoding: 'multipart',
  files: { file: rasterOrUpload },
  body: newDataset.extend({ upload: finishedUpload }),
  headers: ['Prefer'],
  answer: imported,
  accepted: acceptedRaster,
  acceptedKind: 'assets',
  timeoutMs: NO_TIMEOUT,
  byWorker: true,
})

export const fetchDataset = defineEndpoint({
  name: 'fetchDataset',
  resource: 'worldpop',
  summary: 'Import a population raster from an https address on an allowed host',
  method: 'POST',
  path: '/worldpop/v1/datasets/from-address',
  audit: 'fetch-dataset',
  record: 'result',
  stored: 'catalogued',
  body: newDataset.extend({ url: z.string().trim().min(1).max(2000) }),
  headers: ['Prefer'],
  answer: imported,
  accepted: acceptedRaster,
  acceptedKind: 'assets',
  timeoutMs: NO_TIMEOUT,
  byWorker: true,
})

export const listDatasetHosts = defineEndpoint({
  name: 'listDatasetHosts',
  resource: 'worldpop',
  summary: 'List the hosts that population rasters can be imported from; if empty, only uploads are possible',
  method: 'GET',
  path: '/worldpop/v1/hosts',
  answer: listOf(z.string()),
})

export const deleteDataset = defineEndpoint({
  name: 'deleteDataset',
  resource: 'worldpop',
  summary: 'Delete a population dataset (its owner or an admin); its raster asset is kept',
  method: 'DELETE',
  path: '/worldpop/v1/datasets/{id}',
  audit: 'delete-dataset',
  record: 'id',
  params: z.object({ id }),
  answer: message,
})

export const listDatasetCoverage = defineEndpoint({
  name: 'listDatasetCoverage',
  resource: 'worldpop',
  summary: 'List the countries that have population data, with the years',
  method: 'GET',
  path: '/worldpop/v1/coverage',
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
