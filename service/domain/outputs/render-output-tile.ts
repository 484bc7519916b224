import type { Params, Query } from '#contract/endpoint.ts'
import type { getJobTile } from '#contract/job-outputs.ts'
import type { Executor } from '../../db/client.ts'
import type { FileStore } from '../../files/file-store.ts'
import { RasterError } from '../../raster/raster-error.ts'
import { openRaster, type RasterFile } from '../../raster/read.ts'
import { renderTile } from '../../raster/tile.ts'
import { ServiceError } from '../../service-error.ts'
import { findOutput } from './find-output.ts'

const RAMP = { viridis: 'viridis', cividis: 'cividis', magma: 'magma', ylgnbu: 'YlGnBu' } as const

type Place = Params<typeof getJobTile>
type Look = Query<typeof getJobTile>
interface Stored {
  key: string
  sha256: string
}

/** A picture of a surface, and a mark that changes with whatever it is made of. */
export async function renderOutputTile(
  db: Executor,
  store: FileStore,
  { id, surface, ...place }: Place,
  look: Look,
): Promise<{ png: Buffer; etag: string }> {
  return renderStoredTile(store, await findOutput(db, id, surface), place, look)
}

/** The same of a band (counted from 1) of any raster in the store. */
export async function renderStoredTile(
  store: FileStore,
  stored: Stored,
  { z, x, y }: Pick<Place, 'z' | 'x' | 'y'>,
  { ramp, min, max }: Look,
  band = 1,
): Promise<{ png: Buffer; etag: string }> {
  if (x >= 2 ** z || y >= 2 ** z) throw new ServiceError('not-found', `There is no tile ${z}/${x}/${y}.`)
  const png = await withStored(store, stored, (file) =>
    renderTile({ file, z, x, y, ramp: RAMP[ramp], min, max, band }),
  )
  return { png, etag: `"${stored.sha256.slice(0, 16)}-${band}-${z}-${x}-${y}-${ramp}-${min}-${max}"` }
}

/** Opens a raster of the store for `work`; what is wrong with it is told as such. */
export async function withStored<T>(
  store: FileStore,
  stored: Stored,
  work: (file: RasterFile) => Promise<T>,
): Promise<T> {
  const file = await openOutput(store, stored)
  try {
    return await work(file)
  } catch (error) {
    if (error instanceof RasterError) throw new ServiceError('invalid', error.message)
    throw error
  } finally {
    await file.close()
  }
}

/** The blocks that one call has decoded serve the next: the bytes of a hash never change. */
export async function openOutput(store: FileStore, output: Stored) {
  try {
    return await openRaster(await store.localPath(output.key), { key: output.sha256 })
  } catch (error) {
    if (error instanceof RasterError) throw new ServiceError('invalid', error.message)
    throw error
  }
}
