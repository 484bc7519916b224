import type { StoredVersion } from '../../files/file-store.ts'
import { serveParent } from '../../isolation/serve-parent.ts'
import { differenceOf, renderDifferenceTile } from '../../raster/difference.ts'
import { createRasterPool } from '../../raster/raster-pool.ts'
import type { RasterFile } from '../../raster/read.ts'
import { sampleFile } from '../../raster/sample.ts'
import { renderTile, valueAt } from '../../raster/tile.ts'
import { lentName } from './lend-files.ts'
import { openLent } from './open-lent.ts'
import type { RasterAnswers, RasterQuestion } from './raster-question.ts'

type Answer = RasterAnswers[RasterQuestion['type']]

// The lists of blocks of one open file take up to 64 MiB.
const rasters = createRasterPool({ maxFiles: 6, maxBytes: 128 * 2 ** 20 })

async function answer(file: RasterFile, question: RasterQuestion): Promise<Answer> {
  if (question.type === 'info') return file.info
  if (question.type === 'difference') return inRaster(question.other, (other) => differenceOf(file, other))
  if (question.type === 'difference-tile')
    return inRaster(question.other, (other) => renderDifferenceTile(file, other, question))
  const { band } = question
  if (question.type === 'tile') return renderTile({ file, ...question })
  if (question.type === 'value') return valueAt(file, question.longitude, question.latitude, band)
  const { longitude, latitude, withinKm } = question
  return (await sampleFile(file, longitude, latitude, { band, withinKm })).values
}

const inRaster = <T>(raster: StoredVersion, work: (file: RasterFile) => Promise<T>) =>
  rasters.use(lentName(raster), () => openLent(raster), work)

serveParent((question: RasterQuestion) => inRaster(question.raster, (file) => answer(file, question)))
