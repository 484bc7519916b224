import { runChildOnce, type Report } from '#service/isolation/run-child-once.ts'
import { inspectRaster } from '#service/raster/inspect.ts'
import { toCog } from '#service/raster/cog/to-cog.ts'
import { toReferenceCog } from '#service/raster/cog/to-reference-cog.ts'
import { openLent } from './open-lent.ts'
import type { RasterTask, RasterTaskResult } from './raster-task.ts'

async function work(task: RasterTask, _content: Buffer, report: Report): Promise<RasterTaskResult> {
  const raster = openLent(task.raster)
  if (task.type === 'inspect')
    return { inspection: await inspectRaster(raster, report, task.categorical, { draw: true }), parts: [] }
  return task.type === 'to-cog'
    ? toCog(raster, task.folder, { declared: task.categorical, report })
    : toReferenceCog(raster, task, report)
}

runChildOnce(work)
