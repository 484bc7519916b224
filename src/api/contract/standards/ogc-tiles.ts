import { z } from 'zod'
import { READERS, defineEndpoint } from '../endpoint.ts'

/** OGC's own names, as in OGC API - Tiles - Part 1 (20-057) and Two Dimensional Tile Matrix Set 2.0 (17-083r4). */
const link = z.object({
  rel: z.string(),
  href: z.string(),
  type: z.string().optional(),
  title: z.string().optional(),
  templated: z.literal(true).optional(),
})

const collection = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  dataType: z.literal('map'),
  extent: z.object({ spatial: z.object({ bbox: z.array(z.array(z.number())) }) }),
  crs: z.array(z.string()),
  links: z.array(link),
})

const setInList = z.object({
  id: z.string(),
  title: z.string(),
  uri: z.string(),
  crs: z.string(),
  links: z.array(link),
})

const reads = {
  resource: 'ogc-tiles',
  method: 'GET',
  access: READERS,
  scope: 'read',
  rate: 'read',
  audit: null,
  record: null,
  standard: 'OGC API - Tiles 1.0',
} as const

/** The form of the answer; there is one only. */
const query = z.strictObject({ f: z.literal('json').optional() })

const layerPath = { layer_id: z.string().max(100) }
const setPath = { tile_matrix_set_id: z.string().max(100) }

export const getTilesLanding = defineEndpoint({
  ...reads,
  name: 'getTilesLanding',
  summary: 'Get the landing page of OGC API – Tiles',
  path: '/tiles',
  query,
  answer: z.object({ title: z.string(), description: z.string(), links: z.array(link) }),
})

export const getTilesConformance = defineEndpoint({
  ...reads,
  name: 'getTilesConformance',
  summary: 'List the conformance classes of OGC API – Tiles',
  path: '/tiles/conformance',
  query,
  answer: z.object({ conformsTo: z.array(z.string()) }),
})

export const listTilesCollections = defineEndpoint({
  ...reads,
  name: 'listTilesCollections',
  summary: 'List published outputs and bands as collections with map tiles, the newest 1000',
  path: '/tiles/collections',
  query,
  answer: z.object({ collections: z.array(collection), links: z.array(link) }),
})

export const getTilesCollection = defineEndpoint({
  ...reads,
  name: 'getTilesCollection',
  summary: 'Get a collection with map tiles',
  path: '/tiles/collections/{layer_id}',
  params: z.object(layerPath),
  query,
  answer: collection,
})

export const listTileSets = defineEndpoint({
  ...reads,
  name: 'listTileSets',
  summary: 'List the tile sets of a collection (it has exactly one)',
  path: '/tiles/collections/{layer_id}/map/tiles',
  params: z.object(layerPath),
  query,
  answer: z.object({
    tilesets: z.array(
      z.object({
        title: z.string(),
        dataType: z.literal('map'),
        crs: z.string(),
        tileMatrixSetURI: z.string(),
        links: z.array(link),
      }),
    ),
    links: z.array(link),
  }),
})

export const getTileSet = defineEndpoint({
  ...reads,
  name: 'getTileSet',
  summary: 'Get a tile set: its limits and the URL template of its tiles',
  path: '/tiles/collections/{layer_id}/map/tiles/{tile_matrix_set_id}',
  params: z.object({ ...layerPath, ...setPath }),
  query,
  answer: z.object({
    title: z.string(),
    dataType: z.literal('map'),
    crs: z.string(),
    tileMatrixSetURI: z.string(),
    tileMatrixSetLimits: z.array(
      z.object({
        tileMatrix: z.string(),
        minTileRow: z.number().int(),
        maxTileRow: z.number().int(),
        minTileCol: z.number().int(),
        maxTileCol: z.number().int(),
      }),
    ),
    boundingBox: z.object({
      crs: z.string(),
      lowerLeft: z.array(z.number()),
      upperRight: z.array(z.number()),
    }),
    links: z.array(link),
  }),
})

export const listTileMatrixSets = defineEndpoint({
  ...reads,
  name: 'listTileMatrixSets',
  summary: 'List the tile matrix sets (there is exactly one)',
  path: '/tiles/tileMatrixSets',
  query,
  answer: z.object({ tileMatrixSets: z.array(setInList) }),
})

export const getTileMatrixSet = defineEndpoint({
  ...reads,
  name: 'getTileMatrixSet',
  summary: 'Get the definition of a tile matrix set',
  path: '/tiles/tileMatrixSets/{tile_matrix_set_id}',
  params: z.object(setPath),
  query,
  answer: z.object({
    id: z.string(),
    title: z.string(),
    uri: z.string(),
    crs: z.string(),
    orderedAxes: z.array(z.string()),
    wellKnownScaleSet: z.string(),
    tileMatrices: z.array(
      z.object({
        id: z.string(),
        scaleDenominator: z.number(),
        cellSize: z.number(),
        cornerOfOrigin: z.literal('topLeft'),
        pointOfOrigin: z.array(z.number()),
        matrixWidth: z.number().int(),
        matrixHeight: z.number().int(),
        tileWidth: z.number().int(),
        tileHeight: z.number().int(),
      }),
    ),
  }),
})
