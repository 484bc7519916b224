import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openRaster } from '#service/raster/cells/read.ts'
import { sampleFile } from '#service/raster/cells/sample.ts'
import { co, hasGdal } from '../../support/rasters/gdal.ts'

test.skipIf(!hasGdal)('points are found in a raster of more than 2³² cells', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'strata-large-'))
  try {
    const path = join(folder, 'sparse.tif')
    const [width, height] = [172_800, 86_400]
    const size = ['-outsize', String(width), String(height), '-bands', '1', '-ot', 'Byte']
    const place = ['-a_srs', 'EPSG:4326', '-a_ullr', '-180', '90', '180', '-90']
    const sparse = co('TILED=YES', 'SPARSE_OK=TRUE', 'COMPRESS=DEFLATE', 'BIGTIFF=YES')
    execFileSync('gdal_create', ['-q', '-of', 'GTiff', ...size, ...place, ...sparse, path])
    const file = await openRaster(path)
    try {
      const found = await sampleFile(file, [-179.9999, -80, 100.0001], [89.9999, -10.0001, -60.0001])
      expect([...found.values]).toEqual([0, 0, 0])
      expect([...found.cells]).toEqual([0, 48_000 * width + 48_000, 72_000 * width + 134_400])
    } finally {
      await file.close()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})
