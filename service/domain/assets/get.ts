import type { Asset } from '#contract/asset-list.ts'
import { eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Executor } from '../../db/client.ts'
import { readFileId } from '../../db/read-file.ts'
import { assets, files } from '../../db/schema.ts'
import { ServiceError } from '../../service-error.ts'
import { presentAsset, selectAssets } from './select-assets.ts'

const readFiles = alias(files, 'read_files')

const absent = (id: number) => new ServiceError('not-found', `There is no raster asset ${id}.`)

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
      file_id: files.id,
      key: files.key,
      /** Of the file that its cells are read from. */
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

/** Where an asset's bytes are stored. */
export async function requireAssetFile(db: Executor, id: number) {
  const { file_id, key, read_key, size, sha256, media_type, ...asset } = await requireAsset(db, id)
  if (file_id === null || key === null || read_key === null || size === null || !sha256 || !media_type)
    throw new ServiceError('conflict', `The raster asset ${id} is ${asset.status}: it has no file.`)
  return { ...asset, file_id, key, read_key, size, sha256, media_type }
}
