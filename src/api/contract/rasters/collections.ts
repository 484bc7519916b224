import { z } from 'zod'
import { bounds } from './asset-list.ts'
import { words } from './asset-list.ts'
import { defineEndpoint } from '../endpoint.ts'
import { id, integer, message, visibleName } from '../shapes.ts'
import { collection } from './collection-list.ts'

const bandName = z.string().trim().min(1).max(200)
const covariates = z
  .array(
    z.union([
      bandName,
      z.strictObject({
        /** The name of the covariate. */
        series: bandName,
        /** Bands of different years. */
        bands: z.array(bandName).min(2).max(100),
      }),
    ]),
  )
  .min(1)
  .max(100)
export type Covariates = z.output<typeof covariates>

export const newCollection = z.strictObject({
  name: visibleName,
  description: words(2000).default(''),
  /** Names of bands, in order; or a series, of which each layer uses the year nearest to its survey. */
  bands: covariates,
  population_band: bandName.optional(),
})

/** The version that is being changed: if there is a newer one by now, nothing changes. */
export const currentVersion = id.optional()

export const getCollection = defineEndpoint({
  name: 'getCollection',
  resource: 'collections',
  summary: 'Get a band collection',
  method: 'GET',
  path: '/raster/v1/collections/{id}',
  record: 'id',
  params: z.object({ id }),
  answer: collection,
})

const collectionFinding = z.object({
  /** An error means that the bands cannot form a collection. */
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  help: z.string().optional(),
})
export type CollectionFinding = z.output<typeof collectionFinding>

export const checkBands = defineEndpoint({
  name: 'checkBands',
  resource: 'collections',
  summary: 'Check whether bands fit together: grid, extent, nodata, classes, constant and collinear bands',
  method: 'GET',
  path: '/raster/v1/collections/check',
  query: z.strictObject({
    /** In order; the first one defines the grid. */
    band_id: z.preprocess(
      (value) => (value === undefined ? value : [value].flat()),
      z.array(id).min(1).max(100),
    ),
    population_band_id: id.optional(),
    /** For each band, the number of its covariate: bands with the same number are years of one series. */
    covariate: z
      .preprocess(
        (value) => (value === undefined ? value : [value].flat()),
        z.array(integer.min(1).max(100)).max(100),
      )
      .optional(),
  }),
  answer: z.object({
    /** No errors: a collection can be made from them. */
    homogeneous: z.boolean(),
    findings: z.array(collectionFinding),
    bands: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        width: z.number().int(),
        height: z.number().int(),
        crs: z.number().int().nullable(),
        bounds,
        /** The band has the same grid as the first one. */
        same_grid: z.boolean(),
        /** Share of cells without a value, 0 to 1. */
        nodata_share: z.number(),
        constant: z.boolean(),
        /** Its cells are classes; a model would use their numbers as quantities. */
        categorical: z.boolean().default(false),
        /** Variance inflation factor; null if it is infinite or cannot be determined. */
        inflation: z.number().nullable(),
      }),
    ),
    /** Pairs of bands with a strong correlation, strongest first. */
    correlated: z.array(z.object({ bands: z.tuple([z.string(), z.string()]), r: z.number() })),
  }),
})
export type BandCheck = z.output<typeof checkBands.answer>

export const createCollection = defineEndpoint({
  name: 'createCollection',
  resource: 'collections',
  summary: 'Create a band collection; its bands must share a grid',
  method: 'POST',
  path: '/raster/v1/collections',
  audit: 'create-collection',
  record: 'result',
  body: newCollection,
  answer: collection,
})

export const changeCollection = defineEndpoint({
  name: 'changeCollection',
  resource: 'collections',
  summary: 'Update a band collection (its owner or an admin); changing the bands creates a new version',
  method: 'PUT',
  path: '/raster/v1/collections/{id}',
  audit: 'change-collection',
  record: 'id',
  params: z.object({ id }),
  body: z.strictObject({
    name: visibleName.optional(),
    description: words(2000).optional(),
    bands: covariates.optional(),
    /** Null: equal weights. */
    population_band: bandName.nullable().optional(),
    current_version: currentVersion,
  }),
  answer: collection,
})

export const deleteCollection = defineEndpoint({
  name: 'deleteCollection',
  resource: 'collections',
  summary: 'Delete an unused band collection (its owner or an admin)',
  method: 'DELETE',
  path: '/raster/v1/collections/{id}',
  audit: 'delete-collection',
  record: 'id',
  params: z.object({ id }),
  answer: message,
})
