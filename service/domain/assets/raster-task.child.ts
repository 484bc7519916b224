import { writeFile } from 'node:fs/promises'
import { inspectRaster } from '../../raster/inspect.ts'
import { RasterError } from '../../raster/raster-error.ts'
import { openOnReferenceGrid } from '../../raster/to-reference-grid.ts'
import { writeCogStrips } from '../../raster/write-cog-strips.ts'
import type { RasterTask, RasterTaskAnswer } from './raster-task.ts'

async function work(task: RasterTask): Promise<RasterTaskAnswer> {
  if (task.type === 'inspect') return { done: await inspectRaster(task.path) }
  const source = await openOnReferenceGrid(task.path, task.band, task.method)
  try {
    const { grid } = source
    const { nodata, description } = task
    const blockSize = Math.max(grid.width, grid.height) <= 512 ? 256 : 512
    const options = { nodata, description, blockSize }
    await writeFile(task.out, await writeCogStrips(grid, source.strips(blockSize), options))
  } finally {
    await source.close()
  }
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
