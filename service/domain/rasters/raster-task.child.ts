import { writeFile } from 'node:fs/promises'
import { isFull } from '../../files/is-full.ts'
import { answerParent, type Report } from '../../isolation/answer-parent.ts'
import { inspectRaster } from '../../raster/inspect.ts'
import { toCog } from '../../raster/to-cog.ts'
import { openOnReferenceGrid } from '../../raster/to-reference-grid.ts'
import { writeCogStrips } from '../../raster/write-cog-strips.ts'
import { ServiceError } from '../../service-error.ts'
import { openLent } from './open-lent.ts'
import type { RasterTask, RasterTaskResult } from './raster-task.ts'

async function work(task: RasterTask, _content: Buffer, report: Report): Promise<RasterTaskResult> {
  const raster = openLent(task.raster)
  if (task.type === 'inspect') return { inspection: await inspectRaster(raster, report), parts: [] }
  if (task.type === 'to-cog') return toCog(raster, task.folder, { report }).catch(asNoStorage)
  const source = await openOnReferenceGrid(raster, task.band, task.method)
  try {
    const { grid } = source
    const { nodata, description } = task
    const blockSize = Math.max(grid.width, grid.height) <= 512 ? 256 : 512
    const options = { nodata, description, blockSize }
    await writeFile(task.out, await writeCogStrips(grid, source.strips(blockSize), options))
  } finally {
    await source.close()
  }
  return { inspection: await inspectRaster(task.out), parts: [task.out] }
}

/** Another try may find more storage. */
function asNoStorage(error: unknown): never {
  if (!isFull(error)) throw error
  throw new ServiceError(
    'no-storage',
    'Not enough storage is left to store the raster. Ask the operator of the service to free some.',
  )
}

answerParent(work)
