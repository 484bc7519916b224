import { z } from 'zod'
import { ASSET_SORTS, RESAMPLE_METHODS, asset, assetFilters } from './asset-list.ts'
import { rasterFinding } from './asset-findings.ts'
import { LIST_TIMEOUT_MS, defineEndpoint } from '../endpoint.ts'
import { id, integer, iso3, listOf, listQuery, many, visibleName } from '../shapes.ts'

export const listProcessed = defineEndpoint({
  name: 'listProcessed',
  resource: 'processed',
  summary: 'List processed rasters and others on the reference grid',
  method: 'GET',
  path: '/raster/v1/processed',
  query: listQuery(
    ASSET_SORTS,
    { sortBy: 'created_at', sortOrder: 'desc' },
    { ...assetFilters, processed_from: many(id) },
  ),
  answer: listOf(asset),
  timeoutMs: LIST_TIMEOUT_MS,
})

export const processAsset = defineEndpoint({
  name: 'processAsset',
  resource: 'processed',
  summary:
    'Resample a band of an asset to the reference grid or the grid of a collection, as a new asset with one band',
  method: 'POST',
  path: '/raster/v1/processed',
  audit: 'process-asset',
  record: 'result',
  recordKind: 'assets',
  body: z.strictObject({
    asset_id: id,
    /** The band's number, from 1. */
    band: integer.min(1).max(256).default(1),
    /**
     * Default: sum for counts (a population dataset, or a unit such as people); nearest for classes and other 8-bit
     * integers; average for cells finer than those of the result, else bilinear. mode takes the most frequent class.
     */
    method: z.enum(RESAMPLE_METHODS).optional(),
    /** The result has the cells and the extent of this collection's bands. Default: 30 arc-seconds, the whole raster. */
    collection_id: id.optional(),
    /** The collection's grid as of this version; default: the current one. */
    collection_version: id.optional(),
    /** The result covers the box around this country, neighbours included. */
    iso3_code: iso3.optional(),
    /** Name of the new band; default: the band's name with _30s or _grid and the collection's id, and the country. */
    name: visibleName.refine((name) => !/[/\\]/.test(name), 'a name without / and \\').optional(),
  }),
  headers: ['Prefer'],
  answer: z.object({ asset, method: z.enum(RESAMPLE_METHODS), findings: z.array(rasterFinding) }),
  accepted: asset,
  timeoutMs: 360_000,
  byWorker: true,
})
