import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { integer } from '../shapes.ts'

/** OGC's own names, as in OGC API - Features - Part 1 (17-069r4). */
const link = z.object({
  rel: z.string(),
  href: z.string(),
  type: z.string().optional(),
  title: z.string().optional(),
})

const collection = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  itemType: z.literal('feature'),
  extent: z.object({ spatial: z.object({ bbox: z.array(z.array(z.number())) }) }),
  crs: z.array(z.string()),
  links: z.array(link),
})

const feature = z.object({
  type: z.literal('Feature'),
  id: z.number().int(),
  geometry: z.looseObject({ type: z.string() }),
  properties: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})

const reads = {
  resource: 'ogc-features',
  method: 'GET',
  standard: 'OGC API - Features 1.0',
} as const

/** The form of the answer; there is one only. */
const form = { f: z.literal('json').optional() }
const query = z.strictObject(form)
const path = { features_id: z.string().max(100) }

/** West, south, east, north; six numbers have heights, which nothing here has. Across 180°, west is greater than east. */
const bbox = z
  .string()
  .transform((text) => text.split(',').map(Number))
  .refine((all) => (all.length === 4 || all.length === 6) && all.every(Number.isFinite), {
    error: 'four or six numbers with commas: west, south, east, north',
  })
  .transform((all) => (all.length === 6 ? [all[0], all[1], all[3], all[4]] : all))
  .refine(([, south, , north]) => south <= north, { error: 'south below north' })

const moment = String.raw`(\.\.|\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))?)?`

export const MAX_FEATURES = 1000

export const getFeaturesLanding = defineEndpoint({
  ...reads,
  name: 'getFeaturesLanding',
  summary: 'Get the landing page of OGC API – Features',
  path: '/features',
  query,
  answer: z.object({ title: z.string(), description: z.string(), links: z.array(link) }),
})

export const getFeaturesConformance = defineEndpoint({
  ...reads,
  name: 'getFeaturesConformance',
  summary: 'List the conformance classes of OGC API – Features',
  path: '/features/conformance',
  query,
  answer: z.object({ conformsTo: z.array(z.string()) }),
})

export const listFeaturesCollections = defineEndpoint({
  ...reads,
  name: 'listFeaturesCollections',
  summary:
    'List active place groups, and the units and clusters of published outputs, as collections of features',
  path: '/features/collections',
  query,
  answer: z.object({ collections: z.array(collection), links: z.array(link) }),
})

export const getFeaturesCollection = defineEndpoint({
  ...reads,
  name: 'getFeaturesCollection',
  summary: 'Get a collection of features',
  path: '/features/collections/{features_id}',
  params: z.object(path),
  query,
  answer: collection,
})

export const listFeatures = defineEndpoint({
  ...reads,
  name: 'listFeatures',
  summary: 'Get features of a collection as GeoJSON, by a bounding box, in pages',
  path: '/features/collections/{features_id}/items',
  params: z.object(path),
  query: z.strictObject({
    ...form,
    limit: integer
      .min(1)
      .transform((limit) => Math.min(limit, MAX_FEATURES))
      .default(10),
    offset: integer.min(0).max(10_000_000).default(0),
    bbox: bbox.optional(),
    /** Features here have no time: each matches. */
    datetime: z
      .string()
      .regex(new RegExp(`^${moment}(/${moment})?$`))
      .optional(),
  }),
  answer: z.object({
    type: z.literal('FeatureCollection'),
    features: z.array(feature),
    numberMatched: z.number().int(),
    numberReturned: z.number().int(),
    timeStamp: z.string(),
    links: z.array(link),
  }),
  mediaType: 'application/geo+json',
})

export const getFeature = defineEndpoint({
  ...reads,
  name: 'getFeature',
  summary: 'Get a feature as GeoJSON',
  path: '/features/collections/{features_id}/items/{feature_id}',
  params: z.object({ ...path, feature_id: z.string().max(20) }),
  query,
  answer: feature.extend({ links: z.array(link) }),
  mediaType: 'application/geo+json',
})
