import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assets, bands, files } from '../../../service/db/schema.ts'
import { loadRaster } from '../../../service/load/load-raster.ts'
import { cleanName } from '../../../service/files/keep-file.ts'
import { GRID, raster } from '../../fixtures/configuration/country-folder.ts'
import { createTestService, type TestService } from '../../support/service.ts'

describe('raster assets', () => {
  let service: TestService
  beforeAll(async () => {
    service = await createTestService()
  })
  afterAll(() => service.close())

  const create = (source: Buffer, names: string[], band_index = 1) =>
    loadRaster(service.services, {
      name: '../../x\u0000.tif',
      source,
      bands: names.map((name) => ({ name, band_index })),
      createdBy: null,
    })
  const stored = async () =>
    (
      await readdir(join(service.services.config.dataDir, 'files'), { recursive: true, withFileTypes: true })
    ).filter((entry) => entry.isFile()).length

  it('catalogues a GeoTIFF with its grid and measured bands', async () => {
    const made = await create(
      raster((x, y) => (y === 0 ? Number.NaN : x)),
      ['columns'],
    )
    const { db } = service.services
    const [asset] = await db.select().from(assets)
    expect(asset).toMatchObject({
      id: made.id,
      width: 24,
      height: 24,
      epsg: 4326,
      nodata: -9999,
      name: '../../x.tif',
    })
    expect(asset.affine).toEqual([0.1, 0, 0.95, 0, -0.1, 8.25])
    const [band] = await db.select().from(bands)
    expect(band.statistics).toMatchObject({ min: 0, max: 23, mean: 11.5, valid: 24 * 23 })
    expect(band.statistics.histogram.reduce((sum, count) => sum + count, 0)).toBe(24 * 23)
    const [file] = await db.select().from(files)
    expect(file.key).toMatch(/^rasters\/[0-9a-f-]{36}$/)
  })

  it.each([
    [
      'a name that is taken',
      raster((x) => x),
      ['columns'],
      1,
      "A band named 'columns' is already in the catalogue; choose another name.",
    ],
    ['a name given twice', raster((x) => x), ['a', 'a'], 1, "The band 'a' is named twice."],
    ['nodata only', raster(() => Number.NaN), ['a'], 1, 'Band 1: No cell has a value: all of it is nodata.'],
    [
      'infinite values',
      raster((x) => (x === 3 ? Infinity : x)),
      ['a'],
      1,
      'Band 1: 24 cells have infinite values.',
    ],
    [
      'a raster beyond the globe',
      raster((x) => x, { ...GRID, affine: [0.1, 0, 0.95, 0, -0.1, 108.25] }),
      ['a'],
      1,
      /^The raster reaches beyond the globe/,
    ],
    [
      'a band that is not there',
      raster((x) => x),
      ['a'],
      2,
      'The raster has no band 2; its bands are 1 to 1.',
    ],
    ['another file', Buffer.from('PK\x03\x04 not a tiff at all'), ['a'], 1, /ZIP archive/],
    ['a file cut off', raster((x, y) => x * y).subarray(0, 300), ['a'], 1, /./],
  ])('rejects %s, and stores nothing', async (_what, source, names, band, sentence) => {
    const before = await stored()
    const error = await create(source, names, band).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'ServiceError', message: expect.stringMatching(sentence) })
    expect(await stored()).toBe(before)
    expect(await service.services.db.select().from(bands)).toHaveLength(1)
  })
})

describe('names of files', () => {
  it('stay unchanged, without characters that cannot be stored', () => {
    expect(cleanName('../../etc/passwd')).toBe('../../etc/passwd')
    expect(cleanName('a\r\nX: y\u0000.csv')).toBe('aX: y.csv')
    expect(cleanName('\u0000')).toBe('file')
    expect(cleanName('é'.repeat(300))).toHaveLength(200)
    expect(cleanName('🌍'.repeat(300))).toBe('🌍'.repeat(200))
    expect(cleanName(`${'é'.repeat(300)}.geojson`)).toBe(`${'é'.repeat(192)}.geojson`)
    expect(cleanName(`a.${'b'.repeat(300)}`)).toBe(`a.${'b'.repeat(198)}`)
    expect(cleanName('\ud800.csv').isWellFormed()).toBe(true)
  })
})
