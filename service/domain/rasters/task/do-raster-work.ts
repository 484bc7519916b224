import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Services } from '#service/context.ts'
import type { StoredFile, StoredVersion } from '#service/files/file-store.ts'
import { dropLoose, holdLoose, keepRenewing } from '#service/files/loose-files.ts'
import { makeTemporaryFolder } from '#service/files/temporary-folders.ts'
import { ChildFailure } from '#service/isolation/child-failure.ts'
import type { Inspection } from '#service/raster/inspect.ts'
import type { RasterWork } from '#service/tasks/rasters/raster-work.definition.ts'
import type { RasterTask } from './raster-task.ts'
import { showProgress } from '../show-progress.ts'
import { runRasterTask } from './run-raster-task.ts'

export interface RasterResult {
  inspection: Inspection
  /** The file that was written; loose until it is adopted. */
  stored: StoredFile | null
}

/** What a worker does with a stored raster, each in a child process. */
export async function doRasterWork(
  services: Pick<Services, 'db' | 'files' | 'log'>,
  work: RasterWork,
  signal: AbortSignal,
): Promise<RasterResult> {
  const raster = await services.files.version(work.key)
  const onProgress = work.progress && showProgress(services.db, work.progress)
  const folder = await makeTemporaryFolder('process')
  try {
    const { inspection, parts } = await runRasterTask(services.files, taskOf(work, raster, folder), {
      signal,
      onProgress,
    })
    return { inspection, stored: parts.length === 0 ? null : await storeParts(services, parts) }
  } catch (error) {
    // A process that cannot open a file which was removed meanwhile says no more than that it failed.
    if (error instanceof ChildFailure && error.reason === 'crashed') await services.files.version(work.key)
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function taskOf(work: RasterWork, raster: StoredVersion, folder: string): RasterTask {
  const { type, categorical } = work
  if (type === 'inspect') return { type, raster, categorical }
  if (type === 'to-cog') return { type, raster, categorical, folder }
  const { band, method, nodata, description, grid, gap } = work
  return { type, raster, band, method, nodata, description, categorical: work.categorical, grid, gap, folder }
}

async function storeParts(
  services: Pick<Services, 'db' | 'files' | 'log'>,
  parts: readonly string[],
): Promise<StoredFile> {
  const key = `rasters/${randomUUID()}`
  await holdLoose(services.db, key)
  const endRenewing = keepRenewing(services.db, [key])
  try {
    return await services.files.put(key, bytesOf(parts))
  } catch (error) {
    await dropLoose(services, [key])
    throw error
  } finally {
    endRenewing()
  }
}

async function* bytesOf(parts: readonly string[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield* createReadStream(part, { highWaterMark: 2 ** 20 }) as AsyncIterable<Buffer>
}
