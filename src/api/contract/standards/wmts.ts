import { z } from 'zod'
import { READERS, defineEndpoint } from '../endpoint.ts'
import { RAMPS } from '../rasters/ramps.ts'
import { integer, iso3 } from '../shapes.ts'

/** Ours: a capabilities document holds at most 1000 layers. */
const among = {
  collection: z.enum(['outputs', 'bands']).optional(),
  iso3_code: iso3.optional(),
}

const reads = {
  resource: 'wmts',
  method: 'GET',
  access: READERS,
  scope: 'read',
  audit: null,
  record: null,
  standard: 'WMTS 1.0.0',
  answer: 'file',
} as const

const inAnyCase = <const S extends readonly [string, ...string[]]>(values: S) =>
  z.preprocess(
    (value) =>
      values.find((one) => typeof value === 'string' && one.toLowerCase() === value.toLowerCase()) ?? value,
    z.enum(values),
  )

export const getWmts = defineEndpoint({
  ...reads,
  name: 'getWmts',
  summary: 'Get WMTS capabilities, or a tile of a published output or a band, by key-value pairs',
  path: '/wmts',
  rate: 'picture',
  caseless: true,
  query: z.strictObject({
    service: inAnyCase(['WMTS']).optional(),
    request: inAnyCase(['GetCapabilities', 'GetTile']),
    version: z.literal('1.0.0').optional(),
    acceptversions: z.string().max(100).optional(),
    ...among,
    layer: z.string().max(100).optional(),
    /** Default: the colours of its classes if a band has a palette, else viridis. */
    style: z
      .union([z.enum([...RAMPS, 'classes']), z.enum(['', 'default']).transform(() => undefined)])
      .optional(),
    format: z.literal('image/png').optional(),
    tilematrixset: z.literal('WebMercatorQuad').optional(),
    tilematrix: integer.min(0).max(22).optional(),
    tilerow: integer.min(0).max(4_194_303).optional(),
    tilecol: integer.min(0).max(4_194_303).optional(),
  }),
})

export const getWmtsCapabilities = defineEndpoint({
  ...reads,
  name: 'getWmtsCapabilities',
  summary: 'Get the WMTS capabilities at an address without parameters',
  path: '/wmts/1.0.0/WMTSCapabilities.xml',
  rate: 'read',
  query: z.strictObject(among),
})
