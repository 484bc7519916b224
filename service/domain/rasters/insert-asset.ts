import type { Recipe } from '#contract/rasters/asset-list.ts'
import { and, eq } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { assets, type BandStatistics } from '../../db/schema.ts'
import { gridBounds } from '../../raster/grid.ts'
import type { BandMeasure } from '../../raster/inspect.ts'
import type { RasterInfo } from '../../raster/cells/read.ts'
import { isOnReferenceGrid } from '../../raster/grids/reference-grid.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { type NewBand, insertBand } from './insert-band.ts'
import type { StoredFile } from '../../files/file-store.ts'
import { insertFile, type KeptFile } from '../../files/keep-file.ts'
import type { StoredUpload } from './inspect-upload.ts'
import { unitOf } from './label-bands.ts'

/** A band to catalogue: `band_index` counts from 1 (default 1). */
export type BandToInsert = NewBand & { band_index?: number; statistics: BandStatistics }

interface AssetToAdopt {
  /** In the store; its key is taken over. */
  upload: StoredUpload
  info: RasterInfo
  /** What the cells are read from; null: the upload itself is a COG. */
  cog: StoredFile | null
  bands: readonly BandToInsert[]
  /** How a processed raster was made. */
  recipe?: Recipe
  createdBy: number | null
}

export interface InsertedAsset {
  id: number
  bands: { id: number; name: string }[]
}

/** The rows of file, asset and bands, in the caller's transaction. */
export async function adoptAsset(tx: Executor, input: AssetToAdopt): Promise<InsertedAsset> {
  const { upload, info, cog, createdBy } = input
  const { name } = upload
  const grid = {
    name,
    width: info.width,
    height: info.height,
    affine: [...info.affine],
    epsg: info.crs,
    crs_name: info.crsName ?? null,
    crs_definition: info.crsDefinition ?? null,
    nodata: info.nodata,
    bounds: [...gridBounds(info)],
    data_type: info.dataType,
    band_count: info.bands,
    compression: info.compression,
    cog_file_id: cog && (await insertCog(tx, name, cog, createdBy)),
    cloud_optimized: cog !== null || info.cloudOptimized,
    on_reference_grid: isOnReferenceGrid(info),
    processed_from: input.recipe?.asset_id ?? null,
    recipe: input.recipe ?? null,
  }
  const file = { ...upload, mediaType: 'image/tiff' }
  const id =
    upload.assetId === undefined
      ? await insert(tx, { ...grid, file, createdBy })
      : await complete(tx, upload.assetId, {
          ...grid,
          ...(upload.lacksFile && { file_id: await insertFile(tx, file, createdBy) }),
        })
  const bands: InsertedAsset['bands'] = []
  for (const band of input.bands) {
    const unit = band.unit || unitOf(info, band.band_index)
    bands.push(await insertBand(tx, { ...band, unit, asset_id: id }))
  }
  return { id, bands }
}

const COG_TYPE = 'image/tiff; application=geotiff; profile=cloud-optimized'

export function insertCog(
  tx: Executor,
  sentAs: string,
  cog: StoredFile,
  createdBy: number | null,
): Promise<number> {
  const name = `${sentAs.replace(/\.tiff?$/i, '')}.cog.tif`
  return insertFile(tx, { ...cog, name, mediaType: COG_TYPE }, createdBy)
}

type Grid = Omit<typeof assets.$inferInsert, 'file_id' | 'created_by'>

async function insert(
  tx: Executor,
  { file, createdBy, ...grid }: Grid & { file: KeptFile; createdBy: number | null },
): Promise<number> {
  const file_id = await insertFile(tx, file, createdBy)
  const [row] = await tx
    .insert(assets)
    .values({ ...grid, file_id, created_by: createdBy })
    .returning({ id: assets.id })
  return row.id
}

/** Completes a received asset, unless someone removed it or another worker was faster. */
async function complete(tx: Executor, id: number, grid: Grid & { file_id?: number }): Promise<number> {
  const [row] = await tx
    .update(assets)
    .set({ ...grid, status: 'ready', fraction: null, intake: null, upload: null })
    .where(and(eq(assets.id, id), eq(assets.status, 'inspecting')))
    .returning({ id: assets.id })
  if (row) return row.id
  throw new ServiceError('conflict', sentence`The raster asset ${id} is no longer being inspected.`)
}

export const statisticsOf = ({
  min,
  max,
  mean,
  sd,
  valid,
  histogram,
  scaling,
  classes,
  distinct,
}: BandMeasure): BandStatistics => ({
  min,
  max,
  mean,
  sd,
  valid,
  histogram,
  ...(scaling && { scaling }),
  ...(classes && { classes }),
  ...(distinct !== undefined && { distinct }),
})
