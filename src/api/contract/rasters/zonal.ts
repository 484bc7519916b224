import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { id } from '../shapes.ts'

/** Percentiles of each unit. */
export const ZONAL_PERCENTILES = [5, 25, 50, 75, 95] as const
type Percentile = `p${(typeof ZONAL_PERCENTILES)[number]}`

const figure = z.number().nullable()
const percentiles = Object.fromEntries(ZONAL_PERCENTILES.map((one) => [`p${one}`, figure])) as Record<
  Percentile,
  typeof figure
>

const zonalUnit = z.object({
  code: z.string(),
  name: z.string(),
  /** With a value; a cell at the border counts with the share of it that the unit covers. */
  cells: z.number(),
  /** Share of the unit's area that has values. */
  covered: z.number().min(0).max(1),
  /** Null for classes, and without any value. */
  mean: figure,
  sum: figure,
  min: figure,
  max: figure,
  /** Null also if the units have more than 20 million cells. */
  ...percentiles,
  /** Shares of the classes among the cells with a value, in the order of `classes` of the answer; null for quantities. */
  shares: z.array(z.number()).nullable(),
})
export type ZonalUnit = z.output<typeof zonalUnit>

const zonalFigures = z.object({
  band_id: z.number().int(),
  version_id: z.number().int(),
  iso3_code: z.string(),
  place_type: z.string(),
  version: z.string(),
  unit: z.string(),
  /** The values of a categorical band that occur in any of the units; null for quantities. */
  classes: z.array(z.number()).nullable(),
  units: z.array(zonalUnit),
})
export type Zonal = z.output<typeof zonalFigures>

const path = '/raster/v1/bands/{id}/zonal/{version}'
const common = {
  resource: 'bands',
  method: 'GET',
  record: 'id',
  /** `version`: of a place group. */
  params: z.object({ id, version: id }),
  timeoutMs: 150_000,
} as const

export const getBandZonal = defineEndpoint({
  ...common,
  name: 'getBandZonal',
  summary:
    'Get the figures of a band in each unit of a place group: mean, sum, percentiles, shares of classes, with exact shares of cells',
  path,
  answer: zonalFigures,
})

export const downloadBandZonal = defineEndpoint({
  ...common,
  name: 'downloadBandZonal',
  summary: 'Download the figures of a band in each unit of a place group as CSV',
  path: `${path}/file`,
  audit: 'download',
  detail: 'version',
  answer: 'file',
})
