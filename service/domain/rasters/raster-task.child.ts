import { writeFile } from 'node:fs/promises'
import type { Grid } from '../../raster/grid.ts'
import { isFull } from '../../files/is-full.ts'
import { answerParent, type Report } from '../../isolation/answer-parent.ts'
import { inspectRaster } from '../../raster/inspect.ts'
import { toCog } from '../../raster/to-cog.ts'
import { openOnReferenceGrid } from '../../raster/to-reference-grid.ts'
import { writeCogStrips } from '../../raster/write-cog-strips.ts'
import { ServiceError } from '../../service-error.ts'
import { openLent } from './open-lent.ts'
import type { RasterTask, RasterTaskResult } from './raster-task.ts'

/** The share of resampling and writing; the rest is the inspection of the result. */
const WRITTEN = 0.8

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
    const strips = reporting(source.strips(blockSize), grid, (part) => report(part * WRITTEN))
    await writeFile(task.out, await writeCogStrips(grid, strips, options))
  } finally {
    await source.close()
  }
  const inspecting = (part: number) => report(WRITTEN + part * (1 - WRITTEN))
  return { inspection: await inspectRaster(task.out, inspecting), parts: [task.out] }
}

/** Reports the fraction of the cells once a strip has been written. */
async function* reporting(
  strips: AsyncIterable<Float32Array>,
  { width, height }: Grid,
  report: Report,
): AsyncGenerator<Float32Array> {
  let cells = 0
  for await (const strip of strips) {
    yield strip
    cells += strip.length
    report(cells / (width * height))
  }
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
