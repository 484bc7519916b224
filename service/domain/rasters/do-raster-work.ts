import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '../../context.ts'
import type { StoredFile } from '../../files/file-store.ts'
import { dropLoose, holdLoose } from '../../files/loose-files.ts'
import { makeTemporaryFolder } from '../../files/temporary-folders.ts'
import type { Inspection } from '../../raster/inspect.ts'
import type { RasterWork } from '../../tasks/raster-work.definition.ts'
import { runRasterTask } from './run-raster-task.ts'

export interface RasterResult {
  inspection: Inspection
  /** The file that was written; loose until it is adopted. */
  stored: StoredFile | null
}

/** What a worker does with a stored raster, each in a child process. */
export async function doRasterWork(
  { db, files }: Pick<Services, 'db' | 'files'>,
  work: RasterWork,
  signal: AbortSignal,
): Promise<RasterResult> {
  const path = await files.localPath(work.key)
  if (work.type === 'inspect')
    return { inspection: await runRasterTask({ type: 'inspect', path }, signal), stored: null }
  const { type, band, method, nodata, description } = work
  const folder = await makeTemporaryFolder('process')
  try {
    const out = join(folder, 'out.tif')
    const inspection = await runRasterTask({ type, path, band, method, nodata, out, description }, signal)
    const key = `rasters/${randomUUID()}`
    await holdLoose(db, key)
    try {
      return { inspection, stored: await files.put(key, createReadStream(out)) }
    } catch (error) {
      await dropLoose({ db, files }, [key]).catch(() => {})
      throw error
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
