import type { Asset } from '#contract/rasters/asset-list.ts'
import { alias, eq } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { readFileId } from '../../db/read-file.ts'
import { assets, files } from '../../db/schema.ts'
import { storedColumns } from '../../db/schema/stored-columns.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { presentAsset, selectAssets } from './select-assets.ts'

const readFiles = alias(files, 'read_files')

const absent = (id: number) => new ServiceError('not-found', sentence`There is no raster asset ${id}.`)

export async function get(db: Executor, id: number): Promise<Asset> {
  const [row] = await selectAssets(db).where(eq(assets.id, id))
  if (!row) throw absent(id)
  return presentAsset(row)
}

/** An asset and where its bytes are stored; nowhere while it is being made from another. */
export async function requireAsset(db: Executor, id: number) {
  const [row] = await db
    .select({
      name: assets.name,
      created_by: assets.created_by,
      status: assets.status,
      findings: assets.findings,
      upload: assets.upload,
      file_id: files.id,
      key: files.key,
      /** Key of the file that the asset's cells are read from. */
      read_key: readFiles.key,
      size: files.size,
      sha256: files.sha256,
      media_type: files.media_type,
    })
    .from(assets)
    .leftJoin(files, eq(files.id, assets.file_id))
    .leftJoin(readFiles, eq(readFiles.id, readFileId))
    .where(eq(assets.id, id))
  if (!row) throw absent(id)
  return row
}

/** Keeps others from removing an asset (`key share`), or from using it too (`update`), until the transaction ends. */
export async function lockAsset(tx: Executor, id: number, strength: 'key share' | 'update'): Promise<void> {
  const [row] = await tx.select({ id: assets.id }).from(assets).where(eq(assets.id, id)).for(strength)
  if (!row) throw absent(id)
}

/** Where an asset's bytes are stored. */
export async function requireAssetFile(db: Executor, id: number) {
  const { file_id, key, read_key, size, sha256, media_type, ...asset } = await requireAsset(db, id)
  if (file_id === null || key === null || read_key === null || size === null || !sha256 || !media_type)
    throw new ServiceError('conflict', sentence`The raster asset ${id} is ${asset.status}: it has no file.`)
  return { ...asset, file_id, key, read_key, size, sha256, media_type }
}

/** The Cloud-Optimized GeoTIFF that an asset's cells are read from: the file itself if it is one. */
export async function requireCog(db: Executor, id: number) {
  const [row] = await db
    .select({ ...storedColumns, cloud_optimized: assets.cloud_optimized, status: assets.status })
    .from(assets)
    .leftJoin(files, eq(files.id, readFileId))
    .where(eq(assets.id, id))
  if (!row) throw absent(id)
  const { key, name, media_type, size, sha256, cloud_optimized, status } = row
  if (status !== 'ready')
    throw new ServiceError(
      'conflict',
      sentence`The raster asset ${id} is ${status}: it has no file to read from.`,
    )
  if (!cloud_optimized || key === null || !name || !media_type || size === null || !sha256)
    throw new ServiceError(
      'not-found',
      sentence`The raster asset ${id} has no Cloud-Optimized GeoTIFF; download its original, or upload it again.`,
    )
  return { key, name, media_type, size, sha256 }
}
