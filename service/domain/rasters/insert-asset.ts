import type { Executor } from '../../db/client.ts'
import { assets, type BandStatistics } from '../../db/schema.ts'
import { gridBounds } from '../../raster/grid.ts'
import type { BandMeasure } from '../../raster/inspect.ts'
import type { RasterInfo } from '../../raster/read.ts'
import { isOnReferenceGrid } from '../../raster/reference-grid.ts'
import { type NewBand, insertBand } from './insert-band.ts'
import { insertFile, type KeptFile } from '../../files/keep-file.ts'
import type { StoredUpload } from './inspect-upload.ts'
import { isCloudOptimized } from './present-raster.ts'

/** A band to catalogue: `band_index` counts from 1 (default 1). */
export type BandToInsert = NewBand & { band_index?: number; statistics: BandStatistics }

export interface AssetToInsert {
  file: KeptFile
  info: RasterInfo
  bands: readonly BandToInsert[]
  processedFrom?: number
  createdBy: number | null
}

export interface InsertedAsset {
  id: number
  bands: { id: number; name: string }[]
}

/** The rows of file, asset and bands, in the caller's transaction. */
export async function insertAsset(tx: Executor, input: AssetToInsert): Promise<InsertedAsset> {
  const { info } = input
  const [asset] = await tx
    .insert(assets)
    .values({
      name: input.file.name,
      file_id: await insertFile(tx, input.file, input.createdBy),
      width: info.width,
      height: info.height,
      affine: [...info.affine],
      epsg: info.crs,
      nodata: info.nodata,
      bounds: [...gridBounds(info)],
      created_by: input.createdBy,
      data_type: info.dataType,
      band_count: info.bands,
      compression: info.compression,
      cloud_optimized: isCloudOptimized(info),
      on_reference_grid: isOnReferenceGrid(info),
      processed_from: input.processedFrom ?? null,
    })
    .returning({ id: assets.id })
  const bands: InsertedAsset['bands'] = []
  for (const band of input.bands) bands.push(await insertBand(tx, { ...band, asset_id: asset.id }))
  return { id: asset.id, bands }
}

/** The same for a file that was streamed into the store: its key is adopted. */
export async function adoptAsset(
  tx: Executor,
  { upload, ...input }: Omit<AssetToInsert, 'file'> & { upload: StoredUpload },
): Promise<InsertedAsset> {
  return insertAsset(tx, { ...input, file: { ...upload, mediaType: 'image/tiff' } })
}

export const statisticsOf = ({ min, max, mean, sd, valid, histogram }: BandMeasure): BandStatistics => ({
  min,
  max,
  mean,
  sd,
  valid,
  histogram,
})
