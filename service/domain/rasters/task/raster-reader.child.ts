import type { StoredVersion } from '#service/files/file-store.ts'
import { serveParent } from '#service/isolation/serve-parent.ts'
import { differenceOf, renderDifferenceTile } from '#service/raster/tiles/difference.ts'
import { percentilesOf } from '#service/raster/statistics/percentiles.ts'
import { createRasterPool } from '#service/raster/cells/raster-pool.ts'
import type { RasterFile } from '#service/raster/cells/read.ts'
import { sampleFile } from '#service/raster/cells/sample.ts'
import { renderThumbnail } from '#service/raster/tiles/thumbnail.ts'
import { pictureValues, renderTile } from '#service/raster/tiles/tile.ts'
import { valueAt, valuesAt } from '#service/raster/cells/values-at.ts'
import { lentName } from './lend-files.ts'
import { openLent } from './open-lent.ts'
import type { RasterAnswers, RasterQuestion } from './raster-question.ts'

type Answer = RasterAnswers[RasterQuestion['type']]

// The lists of blocks of one open file take up to 64 MiB.
const rasters = createRasterPool({ maxFiles: 6, maxBytes: 128 * 2 ** 20 })

async function answer(file: RasterFile, question: RasterQuestion): Promise<Answer> {
  if (question.type === 'info') return file.info
  const { band } = question
  if (question.type === 'difference' || question.type === 'difference-tile')
    return inRaster(question.other, (otherFile): Promise<Answer> => {
      const [one, other] = [
        { file, band },
        { file: otherFile, band: question.otherBand },
      ]
      return question.type === 'difference'
        ? differenceOf(one, other)
        : renderDifferenceTile(one, other, question)
    })
  if (question.type === 'tile') return renderTile({ file, ...question })
  if (question.type === 'thumbnail') return renderThumbnail(file, question)
  if (question.type === 'picture') return pictureValues(file, band, question)
  if (question.type === 'value') return valueAt(file, question.longitude, question.latitude, band)
  if (question.type === 'percentiles') return percentilesOf(file, band)
  const { longitude, latitude } = question
  if (question.type === 'values') return valuesAt(file, longitude, latitude, band)
  const { withinKm } = question
  return (await sampleFile(file, longitude, latitude, { band, withinKm })).values
}

const inRaster = <T>(raster: StoredVersion, work: (file: RasterFile) => Promise<T>) =>
  rasters.use(lentName(raster), () => openLent(raster), work)

serveParent((question: RasterQuestion) => inRaster(question.raster, (file) => answer(file, question)))
