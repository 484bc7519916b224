import { describe, expect, test } from 'vitest'
import { validateRaster } from '#service/domain/rasters/validate-raster.ts'
import type { Affine } from '#service/raster/grid.ts'
import { openRaster } from '#service/raster/cells/read.ts'
import { writeCog } from '#service/raster/cog/write-cog.ts'
import { fixture } from './fixtures.ts'

/** Findings about a raster of these cells, but not about their values. */
async function findingsOf(width: number, height: number, affine: Affine, crs = 4326) {
  const values = new Float32Array(width * height)
  const { info } = await openRaster(writeCog({ width, height, affine, crs, values }))
  return validateRaster({ info, bands: [] })
}

describe('a datum that is shifted without a grid file', () => {
  const britain = (cell: number) => findingsOf(2, 2, [cell, 0, 400_000, 0, -cell, 300_000], 27_700)

  test('is a note for cells of which it is more than a tenth', async () => {
    expect(await britain(19)).toContainEqual({
      severity: 'note',
      code: 'datum-accuracy',
      band: null,
      message:
        'The datum of EPSG:27700 (OSGB36 / British National Grid) is shifted to WGS 84 without a grid file, to about 2 m.',
      help: 'For more accuracy, warp the raster with a grid file (gdalwarp -t_srs EPSG:4326) and upload the result.',
    })
  })
  test('is accurate enough for larger cells', async () => {
    const codes = (await britain(20)).map(({ code }) => code)
    expect(codes).toContain('projected')
    expect(codes).not.toContain('datum-accuracy')
  })
  test('is not mentioned where none is shifted', async () => {
    const utm = await findingsOf(2, 2, [0.01, 0, 400_000, 0, -0.01, 300_000], 32_631)
    expect(utm.map(({ code }) => code)).toEqual(['projected'])
  })
})

test('numbers below 0 have the minus sign of texts, in a command a hyphen', async () => {
  const { info } = await openRaster(fixture('f32-named-3-bands.tif'))
  const measure = {
    band: 1,
    valid: info.width * info.height,
    infinite: 0,
    negative: 1,
    min: -9999,
    max: 1,
    mean: 0,
    sd: 1,
    histogram: [],
  }
  expect(validateRaster({ info, bands: [measure] })).toContainEqual(
    expect.objectContaining({
      message: 'The smallest value is −9999, which looks like nodata but is not marked as such.',
      help: 'Mark it (gdal_translate -a_nodata -9999 in.tif out.tif).',
    }),
  )
})

describe('longitudes', () => {
  type Raster = Parameters<typeof findingsOf>
  test.each<[name: string, reach: string, raster: Raster]>([
    ['from 0° to 360°', '0° to 360°', [360, 4, [1, 0, 0, 0, -1, 2]]],
    ['across 180°', '176° to 186°', [40, 4, [0.25, 0, 176, 0, -0.25, -15]]],
    ['west of −180°', '−184° to −174°', [40, 4, [0.25, 0, -184, 0, -0.25, -15]]],
  ])('%s are a warning', async (_, reach, raster) => {
    expect(await findingsOf(...raster)).toContainEqual({
      severity: 'warning',
      code: 'beyond-180',
      band: null,
      message: `The raster's longitudes reach from ${reach}; it cannot be a covariate as it is.`,
      help: 'Process it: the result lies between −180° and 180°, with the cells of both sides.',
    })
  })
  test.each<[name: string, raster: Raster]>([
    ['−180° to 180°', [360, 4, [1, 0, -180, 0, -1, 2]]],
    ['half a cell beyond', [360, 4, [1, 0, -180.5, 0, -1, 2]]],
  ])('from %s are fine', async (_, raster) => {
    expect((await findingsOf(...raster)).map(({ code }) => code)).toEqual([])
  })
  test('that go around the globe more than once are an error, and nothing else', async () => {
    const findings = await findingsOf(362, 4, [1, 0, 0, 0, -1, 2])
    expect(findings).toMatchObject([{ severity: 'error', code: 'off-globe' }])
  })
})
