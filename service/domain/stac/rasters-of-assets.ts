import { and, eq, inArray } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { readFileId } from '../../db/read-file.ts'
import { assets, type BandStatistics, files } from '../../db/schema.ts'
import { extentInDegrees, wholeWidth } from '../../raster/grids/around-globe.ts'
import type { Affine } from '../../raster/grid.ts'
import { resolutionMetres } from '../../raster/grids/reference-grid.ts'
import { presentNodata } from '../rasters/present-raster.ts'
import { COG_TYPE, checksumOf } from './extensions.ts'
import { type Projected, projectionOf } from './projection-fields.ts'

export interface StacRaster {
  extent: readonly number[] | null
  projection: Projected
  gsd: number | null
  /** The address of the STAC asset, below the base path. */
  path: string
  /** The rest of the STAC asset, for an item that is about these bands of the file. */
  dataOf(own: readonly DescribedBand[]): Record<string, unknown>
}

export interface DescribedBand {
  name: string
  unit: string
  statistics: Pick<BandStatistics, 'min' | 'max' | 'mean' | 'sd' | 'valid' | 'scaling'>
}

/** What the items of these assets have in common with those of their bands: all but the bands themselves. */
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
  return new Map(rows.map(({ asset, size, sha256 }) => [asset.id, describe(asset, { size, sha256 })]))
}

function describe(
  asset: typeof assets.$inferSelect,
  { size, sha256 }: { size: number; sha256: string },
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
    dataOf: (own) => ({
      title: asset.name,
      type: cloud_optimized ? COG_TYPE : 'image/tiff; application=geotiff',
      roles: ['data'],
      'file:size': size,
      'file:checksum': checksumOf(sha256),
      'raster:bands': own.map(({ name, unit, statistics }) => ({
        name,
        ...(data_type ? { data_type } : {}),
        ...(nodata === null ? {} : { nodata: presentNodata(nodata) }),
        ...(unit ? { unit } : {}),
        ...statistics.scaling,
        statistics: {
          minimum: statistics.min,
          maximum: statistics.max,
          mean: statistics.mean,
          stddev: statistics.sd,
          valid_percent: (100 * statistics.valid) / (width * height),
        },
      })),
    }),
  }
}
