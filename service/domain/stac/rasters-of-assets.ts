import { and, asc, eq, inArray } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { readFileId } from '../../db/read-file.ts'
import { assets, bands, files } from '../../db/schema.ts'
import { extentInDegrees, wholeWidth } from '../../raster/around-globe.ts'
import type { Affine } from '../../raster/grid.ts'
import { resolutionMetres } from '../../raster/reference-grid.ts'
import { presentNodata } from '../rasters/present-raster.ts'
import { COG_TYPE, checksumOf } from './extensions.ts'
import { type Projected, projectionOf } from './projection-fields.ts'

export interface StacRaster {
  extent: readonly number[] | null
  projection: Projected
  gsd: number | null
  /** The STAC asset, but for its address, which is below the base path. */
  path: string
  data: Record<string, unknown>
}

/** What the items of these assets, or of their bands, have in common. */
export async function rastersOfAssets(
  db: Executor,
  ids: readonly number[],
): Promise<Map<number, StacRaster>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ asset: assets, size: files.size, sha256: files.sha256 })
    .from(assets)
    .innerJoin(files, eq(files.id, readFileId))
    .where(and(inArray(assets.id, [...ids]), eq(assets.status, 'ready')))
  const ofAssets = await db
    .select()
    .from(bands)
    .where(inArray(bands.asset_id, [...ids]))
    .orderBy(asc(bands.band_index))
  const grouped = Map.groupBy(ofAssets, ({ asset_id }) => asset_id)
  return new Map(
    rows.map(({ asset, size, sha256 }) => [
      asset.id,
      describe(asset, { size, sha256 }, grouped.get(asset.id) ?? []),
    ]),
  )
}

function describe(
  asset: typeof assets.$inferSelect,
  { size, sha256 }: { size: number; sha256: string },
  own: (typeof bands.$inferSelect)[],
): StacRaster {
  const { id, width, height, epsg, crs_definition, nodata, data_type, cloud_optimized } = asset
  const affine = asset.affine as unknown as Affine
  const bounds = asset.bounds as [number, number, number, number]
  const grid = { width, height, affine, crs: epsg, crsDefinition: crs_definition }
  const extent = extentInDegrees(grid)
  return {
    extent: extent && wholeWidth(extent),
    projection: projectionOf({ epsg, bounds, width, height, affine }),
    gsd: resolutionMetres(grid),
    path: `/raster/v1/assets/${id}/${cloud_optimized ? 'cog.tif' : 'download'}`,
    data: {
      title: asset.name,
      type: cloud_optimized ? COG_TYPE : 'image/tiff; application=geotiff',
      roles: ['data'],
      'file:size': size,
      'file:checksum': checksumOf(sha256),
      'raster:bands': own.map((band) => ({
        name: band.name,
        ...(data_type ? { data_type } : {}),
        ...(nodata === null ? {} : { nodata: presentNodata(nodata) }),
        ...(band.unit ? { unit: band.unit } : {}),
        statistics: {
          minimum: band.statistics.min,
          maximum: band.statistics.max,
          mean: band.statistics.mean,
          stddev: band.statistics.sd,
          valid_percent: (100 * band.statistics.valid) / (width * height),
        },
      })),
    },
  }
}
