import type { Band } from '#contract/rasters/band-list.ts'
import { eq, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { readFileId } from '../../db/read-file.ts'
import { assets, bands, countries, files } from '../../db/schema.ts'
import { extentInDegrees } from '../../raster/grids/around-globe.ts'
import type { Affine } from '../../raster/grid.ts'
import { nameOf, unitOf } from '../../raster/systems/projection.ts'
import { resolutionMetres } from '../../raster/grids/reference-grid.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { needsRebuild } from './is-unbuilt.ts'

/** Bands with their asset's grid and the collections that contain them. */
export function selectBands(db: Executor) {
  return db
    .select({
      id: bands.id,
      name: bands.name,
      description: bands.description,
      unit: bands.unit,
      year: bands.year,
      source: bands.source,
      iso3_code: bands.iso3_code,
      country: countries.name,
      asset_id: bands.asset_id,
      asset_name: assets.name,
      band_index: bands.band_index,
      statistics: sql<Band['statistics']>`${bands.statistics} - 'histogram' - 'classes' - 'distinct'`,
      categorical: bands.categorical,
      rebuilding: needsRebuild,
      width: assets.width,
      height: assets.height,
      epsg: assets.epsg,
      crs_name: assets.crs_name,
      crs_definition: assets.crs_definition,
      affine: assets.affine,
      bounds: assets.bounds,
      cloud_optimized: assets.cloud_optimized,
      on_reference_grid: assets.on_reference_grid,
      collections: sql<string[]>`array(
        select c.name from collections c
          join collection_versions v on v.collection_id = c.id and v.version = c.version
          where v.population_band_id = ${bands.id} or exists (
            select from collection_bands cb
            where cb.collection_id = c.id and cb.version = c.version and cb.band_id = ${bands.id})
        order by c.name)`,
      created_at: bands.created_at,
    })
    .from(bands)
    .innerJoin(assets, eq(assets.id, bands.asset_id))
    .leftJoin(countries, eq(countries.iso3_code, bands.iso3_code))
}
type BandRow = Awaited<ReturnType<typeof selectBands>>[number]

export function presentBand({ epsg, crs_name, crs_definition, affine, ...row }: BandRow): Band {
  const system = { crs: epsg, crsName: crs_name, crsDefinition: crs_definition }
  const grid = { width: row.width, height: row.height, affine: affine as unknown as Affine, ...system }
  return {
    ...row,
    crs: epsg,
    crs_name: nameOf(system),
    bounds: row.bounds as Band['bounds'],
    bounds_degrees: extentInDegrees(grid) as Band['bounds_degrees'],
    crs_unit: unitOf(system),
    resolution_m: resolutionMetres(grid),
    created_at: row.created_at.toISOString(),
  }
}

const absent = (id: number) => new ServiceError('not-found', sentence`There is no band ${id}.`)

export async function getBand(db: Executor, id: number): Promise<Band> {
  const [row] = await selectBands(db).where(eq(bands.id, id))
  if (!row) throw absent(id)
  return presentBand(row)
}

/** Where a band's cells are stored, and their distribution. */
export async function requireStoredBand(db: Executor, id: number) {
  const [row] = await db
    .select({
      name: bands.name,
      band_index: bands.band_index,
      statistics: bands.statistics,
      key: files.key,
      sha256: files.sha256,
    })
    .from(bands)
    .innerJoin(assets, eq(assets.id, bands.asset_id))
    .innerJoin(files, eq(files.id, readFileId))
    .where(eq(bands.id, id))
  if (!row) throw absent(id)
  return row
}
