import { serveParent } from '../../isolation/serve-parent.ts'
import { createRasterPool } from '../../raster/raster-pool.ts'
import type { RasterFile } from '../../raster/read.ts'
import { sampleFile } from '../../raster/sample.ts'
import { renderTile, valueAt } from '../../raster/tile.ts'
import type { RasterAnswers, RasterQuestion } from './raster-question.ts'

type Answer = RasterAnswers[RasterQuestion['type']]

// The lists of blocks of one open file take up to 64 MiB.
const rasters = createRasterPool({ maxFiles: 6, maxBytes: 128 * 2 ** 20 })

async function answer(file: RasterFile, question: RasterQuestion): Promise<Answer> {
  if (question.type === 'info') return file.info
  const { band } = question
  if (question.type === 'tile') return renderTile({ file, ...question })
  if (question.type === 'value') return valueAt(file, question.longitude, question.latitude, band)
  const { longitude, latitude, withinKm } = question
  return (await sampleFile(file, longitude, latitude, { band, withinKm })).values
}

serveParent((question: RasterQuestion) => {
  const { path } = question
  return rasters.use(
    path,
    () => path,
    (file) => answer(file, question),
  )
})
