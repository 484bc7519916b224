import { writeFile } from 'node:fs/promises'
import { inspectRaster } from '../../raster/inspect.ts'
import { RasterError } from '../../raster/raster-error.ts'
import { toReferenceGrid } from '../../raster/to-reference-grid.ts'
import { writeCog } from '../../raster/write-cog.ts'
import type { RasterTask, RasterTaskAnswer } from './raster-task.ts'

async function work(task: RasterTask): Promise<RasterTaskAnswer> {
  if (task.type === 'inspect') return { done: await inspectRaster(task.path) }
  const { grid, values } = await toReferenceGrid(task.path, task.band, task.method)
  const options = { nodata: task.nodata, description: task.description }
  await writeFile(task.out, writeCog({ ...grid, values }, options))
  return { done: await inspectRaster(task.out) }
}

const tell = (answer: RasterTaskAnswer) => process.send!(answer, () => process.exit(0))

process.once('message', (task: RasterTask) => {
  work(task).then(tell, (error: unknown) =>
    tell(
      error instanceof RasterError
        ? { refused: error.message }
        : { broken: error instanceof Error ? (error.stack ?? error.message) : String(error) },
    ),
  )
})
// Whoever asked is gone.
process.once('disconnect', () => process.exit(1))
