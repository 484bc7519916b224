import type { Params, Query } from '#contract/endpoint.ts'
import type { getJobTile } from '#contract/jobs.ts'
import type { Executor } from '../../db/client.ts'
import type { FileStore } from '../../files/file-store.ts'
import { RasterError } from '../../raster/raster-error.ts'
import { openRaster } from '../../raster/read.ts'
import { renderTile } from '../../raster/tile.ts'
import { ServiceError } from '../../service-error.ts'
import { findOutput } from './find-output.ts'

const RAMP = { viridis: 'viridis', cividis: 'cividis', magma: 'magma', ylgnbu: 'YlGnBu' } as const

type Place = Params<typeof getJobTile>
type Look = Query<typeof getJobTile>

/** A picture of a surface, and a mark that changes with whatever it is made of. */
export async function renderOutputTile(
  db: Executor,
  store: FileStore,
  { id, surface, z, x, y }: Place,
  { ramp, min, max }: Look,
): Promise<{ png: Buffer; etag: string }> {
  const output = await findOutput(db, id, surface)
  if (x >= 2 ** z || y >= 2 ** z) throw new ServiceError('not-found', `There is no tile ${z}/${x}/${y}.`)
  const file = await openOutput(store, output)
  try {
    const png = await renderTile({ file, z, x, y, ramp: RAMP[ramp], min, max })
    return { png, etag: `"${output.sha256.slice(0, 16)}-${z}-${x}-${y}-${ramp}-${min}-${max}"` }
  } finally {
    await file.close()
  }
}

/** The blocks that one call has decoded serve the next: the bytes of a hash never change. */
export async function openOutput(store: FileStore, output: { key: string; sha256: string }) {
  try {
    return await openRaster(await store.localPath(output.key), { key: output.sha256 })
  } catch (error) {
    if (error instanceof RasterError) throw new ServiceError('invalid', error.message)
    throw error
  }
}
