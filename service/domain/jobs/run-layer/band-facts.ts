import { sql } from '#drizzle'
import { assets, bands, worldpop_datasets } from '../../../db/schema.ts'
import type { Affine } from '../../../raster/grid.ts'
import { resolutionMetres } from '#service/raster/grids/reference-grid.ts'
import type { BandFacts } from './layer-task.ts'

/** Of bands joined with their assets. */
export const bandFactColumns = {
  year: bands.year,
  unit: bands.unit,
  source: bands.source,
  description: bands.description,
  url: sql<string | null>`(
    select ${worldpop_datasets.url} from ${worldpop_datasets}
    where ${worldpop_datasets.asset_id} = ${assets.id} order by ${worldpop_datasets.id} limit 1)`,
  width: assets.width,
  height: assets.height,
  affine: assets.affine,
  epsg: assets.epsg,
  crs_name: assets.crs_name,
  crs_definition: assets.crs_definition,
}

export interface BandFactRow {
  year: number | null
  unit: string
  source: string
  description: string
  url: string | null
  width: number
  height: number
  affine: number[]
  epsg: number | null
  crs_name: string | null
  crs_definition: string | null
}

export function bandFacts(row: BandFactRow): BandFacts {
  const { year, unit, source, description, url, width, height, affine } = row
  const metres = resolutionMetres({
    width,
    height,
    affine: affine as unknown as Affine,
    crs: row.epsg,
    crsName: row.crs_name,
    crsDefinition: row.crs_definition,
  })
  return {
    ...(year !== null && { year }),
    ...(unit && { unit }),
    ...(source && { source }),
    ...(description && { description }),
    ...(url && { url }),
    ...(metres !== null && { resolution_m: Math.round(metres * 10) / 10 }),
  }
}
