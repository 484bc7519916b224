import type { StoredVersion } from '#service/files/file-store.ts'
import { runChildOnce } from '#service/isolation/run-child-once.ts'
import { decodedBytes } from '#service/raster/tiff/check-blocks.ts'
import { openRaster } from '#service/raster/cells/read.ts'
import { openLent } from './open-lent.ts'

runChildOnce(async (raster: StoredVersion): Promise<number> => {
  const file = await openRaster(openLent(raster))
  await file.close()
  return decodedBytes(file.levels[0])
})
