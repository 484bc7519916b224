import { writeFile } from 'node:fs/promises'
import { answerParent } from '../../isolation/answer-parent.ts'
import { inspectRaster, type Inspection } from '../../raster/inspect.ts'
import { openOnReferenceGrid } from '../../raster/to-reference-grid.ts'
import { writeCogStrips } from '../../raster/write-cog-strips.ts'
import type { RasterTask } from './raster-task.ts'

async function work(task: RasterTask): Promise<Inspection> {
  if (task.type === 'inspect') return inspectRaster(task.path)
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
  return inspectRaster(task.out)
}

answerParent(work)
