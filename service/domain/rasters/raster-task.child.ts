import { isFull } from '../../files/is-full.ts'
import { answerParent, type Report } from '../../isolation/answer-parent.ts'
import { inspectRaster } from '../../raster/inspect.ts'
import { toCog } from '../../raster/to-cog.ts'
import { toReferenceCog } from '../../raster/to-reference-cog.ts'
import { ServiceError } from '../../service-error.ts'
import { openLent } from './open-lent.ts'
import type { RasterTask, RasterTaskResult } from './raster-task.ts'

async function work(task: RasterTask, _content: Buffer, report: Report): Promise<RasterTaskResult> {
  const raster = openLent(task.raster)
  if (task.type === 'inspect')
    return { inspection: await inspectRaster(raster, report, task.categorical, { draw: true }), parts: [] }
  const written =
    task.type === 'to-cog'
      ? toCog(raster, task.folder, { declared: task.categorical, report })
      : toReferenceCog(raster, task, report)
  return written.catch(asNoStorage)
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
