import type { StoredVersion } from '../../files/file-store.ts'
import { answerParent } from '../../isolation/answer-parent.ts'
import { decodedBytes } from '../../raster/check-blocks.ts'
import { openRaster } from '../../raster/read.ts'
import { openLent } from './open-lent.ts'

answerParent(async (raster: StoredVersion): Promise<number> => {
  const file = await openRaster(openLent(raster))
  await file.close()
  return decodedBytes(file.levels[0])
})
