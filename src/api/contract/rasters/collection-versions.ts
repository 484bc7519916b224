import { z } from 'zod'
import { collection, memberBand } from './collection-list.ts'
import { currentVersion } from './collections.ts'
import { defineEndpoint } from '../endpoint.ts'
import { id, integer, listOf, message } from '../shapes.ts'

const collectionVersion = z.object({
  version: z.number().int(),
  current: z.boolean(),
  /** In order. */
  bands: z.array(memberBand),
  population_band: memberBand.nullable(),
  /** What differs from the version before it; null for the first. */
  changes: z
    .object({
      /** Names of bands. */
      added: z.array(z.string()),
      removed: z.array(z.string()),
      /** The bands that both have are in another order. */
      reordered: z.boolean(),
      /** Bands that both have belong to another series. */
      regrouped: z.boolean(),
      population: z.boolean(),
    })
    .nullable(),
  /** The version whose contents this one has again. */
  restored_from: z.number().int().nullable(),
  /** Jobs that were run with it, counted up to 1000. */
  jobs: z.number().int(),
  created_by: z.number().int().nullable(),
  created_by_name: z.string().nullable(),
  created_at: z.string(),
})
export type CollectionVersion = z.output<typeof collectionVersion>

export const listCollectionVersions = defineEndpoint({
  name: 'listCollectionVersions',
  resource: 'collections',
  summary: 'List the versions of a band collection, newest first, with their changes and number of jobs',
  method: 'GET',
  path: '/raster/v1/collections/{id}/versions',
  record: 'id',
  params: z.object({ id }),
  query: z.strictObject({
    limit: integer.min(1).max(1000).default(100),
    skip: integer.min(0).max(10_000_000).default(0),
  }),
  answer: listOf(collectionVersion),
})

const versionPath = z.object({ id, version: id })

export const restoreCollectionVersion = defineEndpoint({
  name: 'restoreCollectionVersion',
  resource: 'collections',
  summary: 'Restore an older version of a band collection as its newest one (its owner or an admin)',
  method: 'POST',
  path: '/raster/v1/collections/{id}/versions/{version}/restore',
  audit: 'restore-collection-version',
  record: 'id',
  params: versionPath,
  body: z.strictObject({ current_version: currentVersion }),
  answer: collection,
})

export const deleteCollectionVersion = defineEndpoint({
  name: 'deleteCollectionVersion',
  resource: 'collections',
  summary: 'Delete an older, unused version of a band collection (its owner or an admin)',
  method: 'DELETE',
  path: '/raster/v1/collections/{id}/versions/{version}',
  audit: 'delete-collection-version',
  record: 'id',
  params: versionPath,
  answer: message,
})
