import { z } from 'zod'
import { words, year } from './asset-list.ts'
import { defineEndpoint } from '../endpoint.ts'
import { RAMPS } from './ramps.ts'
import { id, integer, iso3, visibleName } from '../shapes.ts'
import { band, bandClass, bandStatistics } from './band-list.ts'

export const getBand = defineEndpoint({
  name: 'getBand',
  resource: 'bands',
  summary: 'Get a band',
  method: 'GET',
  path: '/raster/v1/bands/{id}',
  record: 'id',
  params: z.object({ id }),
  answer: band,
})

export const changeBand = defineEndpoint({
  name: 'changeBand',
  resource: 'bands',
  summary: 'Update the metadata of a band (the owner of its asset or an admin)',
  method: 'PUT',
  path: '/raster/v1/bands/{id}',
  audit: 'change-band',
  record: 'id',
  params: z.object({ id }),
  body: z.strictObject({
    name: visibleName.optional(),
    description: words(2000).optional(),
    unit: words(50).optional(),
    year: year.nullable().optional(),
    source: words(200).optional(),
    /** Null: the whole world. */
    iso3_code: iso3.nullable().optional(),
    /** Its cells are classes; a change makes its overviews again, in a task. */
    categorical: z.boolean().optional(),
  }),
  answer: band,
})

export const getBandHistogram = defineEndpoint({
  name: 'getBandHistogram',
  resource: 'bands',
  summary: "Get the histogram of a band's values",
  method: 'GET',
  path: '/raster/v1/bands/{id}/histogram',
  record: 'id',
  params: z.object({ id }),
  answer: bandStatistics.extend({
    /** One more than counts; the last bin includes its right edge. */
    edges: z.array(z.number()),
    counts: z.array(z.number().int()),
    /** The values that occur in a categorical band; null for quantities. */
    classes: z.array(bandClass).nullable().default(null),
  }),
})

export const getBandTile = defineEndpoint({
  name: 'getBandTile',
  resource: 'bands',
  summary:
    'Get a map tile of a band (256 px, Web Mercator); by default, colours span its smallest to its largest value',
  method: 'GET',
  path: '/raster/v1/bands/{id}/tiles/{z}/{x}/{y}',
  rate: 'picture',
  record: 'id',
  params: z.object({
    id,
    z: integer.min(0).max(22),
    x: integer.min(0).max(4_194_303),
    y: integer.min(0).max(4_194_303),
  }),
  query: z.strictObject({
    /** 'classes': the colours of its classes, which are the default of a categorical band; the default otherwise is viridis. */
    ramp: z.enum([...RAMPS, 'classes']).optional(),
    min: z.coerce.number().optional(),
    max: z.coerce.number().optional(),
  }),
  answer: 'file',
})

export const getBandValue = defineEndpoint({
  name: 'getBandValue',
  resource: 'bands',
  summary: 'Get the value of a band at a point; null where it has none',
  method: 'GET',
  path: '/raster/v1/bands/{id}/value',
  record: 'id',
  params: z.object({ id }),
  query: z.strictObject({
    longitude: z.coerce.number().min(-180).max(180),
    latitude: z.coerce.number().min(-90).max(90),
  }),
  answer: z.object({ value: z.number().nullable() }),
})
