import { describe, expect, test } from 'vitest'
import type { BandWithGrid } from '#service/domain/bands/with-grid.ts'
import { bandWarnings, validateBands } from '#service/domain/collections/validate-bands.ts'
import { samplePopulation } from '#service/domain/jobs/run-layer/sample-covariates.ts'
import { openRaster } from '#service/raster/cells/read.ts'
import { cellsTiff } from '../../raster/cells-tiff.ts'

const band = (
  name: string,
  min: number,
  max: number,
  scaling?: { scale: number; offset: number },
): BandWithGrid => ({
  id: 1,
  name,
  year: null,
  band_index: 1,
  categorical: false,
  file_key: 'x',
  statistics: {
    min,
    max,
    mean: 1,
    sd: 1,
    valid: 9,
    histogram: [4, ...Array.from({ length: 62 }, () => 0), 5],
    scaling,
  },
  grid: { width: 3, height: 3, affine: [1, 0, 0, 0, -1, 3], crs: 4326 },
})

describe('bands with fills that their files do not declare', () => {
  test.each([
    ['a covariate', [band('rain', -3.4028234663852886e38, 9)], null],
    ['a population', [band('rain', 0, 9)], band('people', 0, 9.969209968386869e36)],
  ])('beyond ±1e30 cannot be used: %s', (_, members, population) => {
    expect(validateBands(members, population)).toEqual([
      expect.stringMatching(
        /^The band '\w+' has the value '-?\d\.\d+e\+3\d', which is too large for any quantity/,
      ),
    ])
  })
  test('beyond ±1e30 cannot be used: as the cells hold it', () => {
    const scaled = band('rain', 0, 3.4e28, { scale: 1e-10, offset: 0 })
    expect(validateBands([scaled], null)).toEqual([
      expect.stringMatching(/^The band 'rain' has the value '3\.4\d*e\+38', which is too large/),
    ])
  })
  test('a layer does not read such a population', async () => {
    const file = await openRaster(cellsTiff('float32', 2, [4, 3.4028234663852886e38]))
    const open = { name: 'people', bandIndex: 1, file } as Parameters<typeof samplePopulation>[0]
    const at = (lon: number) => samplePopulation(open, Float64Array.of(lon), Float64Array.of(7.9995))
    expect([...(await at(1.0005))]).toEqual([4])
    await expect(at(1.0015)).rejects.toThrow("The band 'people' has the value '3.4028234663852886e+38'")
  })
  test.each([
    ['largest value', '65535', band('rain', 1, 65_535)],
    ['smallest value', '−9999', band('rain', -9999, 5)],
    ['smallest stored value', '−32768', band('rain', -3.2768, 1, { scale: 0.0001, offset: 0 })],
  ])('others are a warning: the %s %s', (end, value, one) => {
    expect(bandWarnings([one])).toEqual([
      expect.objectContaining({
        message: `The ${end} of the band 'rain' is ${value}, which looks like nodata but is not marked as such.`,
      }),
    ])
  })
})
