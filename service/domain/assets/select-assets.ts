import type { Asset } from '#contract/rasters/asset-list.ts'
import { eq, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { personNameIfAny } from '../../db/person-name.ts'
import { assets, bands, files, users } from '../../db/schema.ts'
import type { Affine } from '../../raster/grid.ts'
import { nameOf, unitOf } from '../../raster/systems/projection.ts'
import { resolutionMetres } from '../../raster/grids/reference-grid.ts'
import { presentNodata } from '../rasters/present-raster.ts'

/** Assets with their file, their bands and their uploader's name. */
export function selectAssets(db: Executor) {
  return db
    .select({
      id: assets.id,
      name: assets.name,
      status: assets.status,
      fraction: assets.fraction,
      width: assets.width,
      height: assets.height,
      epsg: assets.epsg,
      crs_name: assets.crs_name,
      crs_definition: assets.crs_definition,
      affine: assets.affine,
      bounds: assets.bounds,
      nodata: assets.nodata,
      data_type: assets.data_type,
      compression: assets.compression,
      cloud_optimized: assets.cloud_optimized,
      on_reference_grid: assets.on_reference_grid,
      processed_from: assets.processed_from,
      processed_from_name: sql<
        string | null
      >`(select s.name from assets s where s.id = ${assets}.processed_from)`,
      recipe: assets.recipe,
      bands: sql<Asset['bands']>`(
        select coalesce(json_agg(json_build_object('id', b.id, 'name', b.name, 'band_index', b.band_index)
          order by b.band_index, b.id), '[]')
        from ${bands} as b where b.asset_id = ${assets.id})`,
      iso3_codes: sql<string[]>`array(
        select distinct b.iso3_code from ${bands} as b
        where b.asset_id = ${assets.id} and b.iso3_code is not null order by 1)`,
      size: files.size,
      sha256: files.sha256,
      created_by: assets.created_by,
      created_by_name: personNameIfAny,
      created_at: assets.created_at,
    })
    .from(assets)
    .leftJoin(files, eq(files.id, assets.file_id))
    .leftJoin(users, eq(users.id, assets.created_by))
}
type AssetRow = Awaited<ReturnType<typeof selectAssets>>[number]

export function presentAsset({ epsg, crs_name, crs_definition, affine, ...row }: AssetRow): Asset {
  const isInspected = row.status === 'ready'
  const system = { crs: epsg, crsName: crs_name, crsDefinition: crs_definition }
  const grid = { width: row.width, height: row.height, affine: affine as unknown as Affine, ...system }
  return {
    ...row,
    width: isInspected ? row.width : null,
    height: isInspected ? row.height : null,
    crs: epsg,
    crs_name: nameOf(system),
    crs_unit: unitOf(system),
    affine: isInspected ? (affine as Asset['affine']) : null,
    bounds: isInspected ? (row.bounds as Asset['bounds']) : null,
    nodata: presentNodata(row.nodata),
    resolution_m: isInspected ? resolutionMetres(grid) : null,
    created_at: row.created_at.toISOString(),
  }
}
