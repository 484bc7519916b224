import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { describeScaling } from '#contract/rasters/scaling.ts'
import { suspectsOf } from '#service/domain/rasters/suspect-nodata.ts'
import { validateRaster } from '#service/domain/rasters/validate-raster.ts'
import { differenceOf } from '#service/raster/tiles/difference.ts'
import { inspectRaster } from '#service/raster/inspect.ts'
import { percentilesOf } from '#service/raster/statistics/percentiles.ts'
import { openRaster, readBand } from '#service/raster/cells/read.ts'
import { sampleFile } from '#service/raster/cells/sample.ts'
import { tileValues } from '#service/raster/tiles/tile.ts'
import { TAG } from '#service/raster/tiff/tiff-tags.ts'
import { toCog } from '#service/raster/cog/to-cog.ts'
import { toReferenceCog } from '#service/raster/cog/to-reference-cog.ts'
import { valueAt, valuesAt } from '#service/raster/cells/values-at.ts'
import type { TiffField } from '../build-tiff.ts'
import { cellsTiff, metadataField, nodataField, scaledBy } from '../cells-tiff.ts'

const { NaN: NONE } = Number
/** Land surface temperature as of MODIS: 24.03 °C is 14859, 0 is nodata. */
const CELLS = [14_859, 0, 13_500, 15_000, 14_000, 13_657]
const VALUES = [24.03, NONE, -3.15, 26.85, 6.85, -0.01]
const kelvin = cellsTiff('uint16', 3, CELLS, [scaledBy(0.02, -273.15), nodataField('0')])
const plain = cellsTiff('float64', 3, VALUES, [nodataField('nan')])
/** Centres of the cells. */
const LON = [1.0005, 1.0015, 1.0025, 1.0005, 1.0015, 1.0025]
const LAT = [7.9995, 7.9995, 7.9995, 7.9985, 7.9985, 7.9985]

function expectClose(found: ArrayLike<number>, digits: number) {
  VALUES.forEach((value, i) => {
    if (Number.isNaN(value)) expect(found[i]).toBeNaN()
    else expect(found[i]).toBeCloseTo(value, digits)
  })
}

const expectValues = (found: ArrayLike<number>) => {
  expect(found.length).toBe(VALUES.length)
  expectClose(found, 9)
}

async function written(write: (folder: string) => Promise<{ parts: string[] }>): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'strata-scaling-'))
  try {
    const { parts } = await write(folder)
    return Buffer.concat(await Promise.all(parts.map((part) => readFile(part))))
  } finally {
    await rm(folder, { recursive: true })
  }
}

const ROTATED = [0.001, 0.0001, 0, 1, 0.0001, -0.001, 0, 8, 0, 0, 0, 0, 0, 0, 0, 1]
const scaledFields: TiffField[] = [
  scaledBy(0.02, -273.15),
  nodataField('0'),
  [33550, 12, []],
  [33922, 12, []],
] as ReturnType<typeof scaledBy>[]

describe('scale and offset of the file turn cells into values', () => {
  test('of a band that is read', async () => expectValues(await readBand(await openRaster(kelvin))))
  test('under the cursor and along a line', async () => {
    const file = await openRaster(kelvin)
    expectValues(await valuesAt(file, LON, LAT))
    expect(await valueAt(file, LON[0], LAT[0])).toBeCloseTo(24.03, 9)
    expect(await valueAt(file, LON[1], LAT[1])).toBeNull()
  })
  test('at the clusters of a survey, and in the nearest cell with a value', async () => {
    const file = await openRaster(kelvin)
    expectValues((await sampleFile(file, LON, LAT)).values)
    const { values } = await sampleFile(file, [1.00151], [7.9995], { withinKm: 1 })
    expect(values[0]).toBeCloseTo(-3.15, 9)
  })
  test.each(['crossed', 'projected'])('on a tile: %s', async (way) => {
    const rotated = [...scaledFields, [34264, 12, ROTATED] satisfies TiffField]
    const tiff = way === 'crossed' ? kelvin : cellsTiff('uint16', 3, CELLS, rotated)
    const file = await openRaster(tiff)
    const values = (await tileValues(file, { z: 15, x: 16_475, y: 15_653 })) ?? []
    const found = [...new Set([...values].filter((value) => !Number.isNaN(value)))]
    expect(found.length).toBeGreaterThan(0)
    for (const value of found)
      expect(
        Math.min(...VALUES.filter((one) => !Number.isNaN(one)).map((one) => Math.abs(one - value))),
      ).toBeLessThan(1e-9)
  })
  test('in statistics, the histogram and the picture', async () => {
    const [{ bands, preview }, wanted] = [
      await inspectRaster(kelvin, undefined, undefined, { draw: true }),
      await inspectRaster(plain, undefined, undefined, { draw: true }),
    ]
    const [{ scaling, distinct: _, histogram, ...measure }] = bands
    const [{ histogram: bins, ...same }] = wanted.bands
    expect(scaling).toEqual({ scale: 0.02, offset: -273.15 })
    for (const [name, value] of Object.entries(same))
      expect(measure[name as keyof typeof measure], name).toBeCloseTo(value as number, 9)
    expect(histogram).toEqual(bins)
    expect(measure.negative).toBe(2)
    expect(preview?.png).toBe(wanted.preview?.png)
  })
  test('of 32-bit cells, which are not counted by value, and of a negative scale', async () => {
    const cells = [-100, 50, 7, 9999, 0, 30]
    const fields = [scaledBy(-0.5, 1), nodataField('9999')]
    const [{ min, max, negative, valid, histogram }] = (
      await inspectRaster(cellsTiff('int32', 3, cells, fields))
    ).bands
    expect({ min, max, negative, valid }).toEqual({ min: -24, max: 51, negative: 3, valid: 5 })
    expect([histogram[0], histogram[63]]).toEqual([1, 1])
  })
  test('in percentiles and differences', async () => {
    const [file, other] = [await openRaster(kelvin), await openRaster(plain)]
    expect((await percentilesOf(file, 1)).p98).toBeCloseTo((await percentilesOf(other, 1)).p98, 9)
    const { cells, max, only_one } = await differenceOf({ file, band: 1 }, { file: other, band: 1 })
    expect({ cells, only_one }).toEqual({ cells: 5, only_one: 0 })
    expect(max).toBeCloseTo(0, 9)
  })
  test('when a raster is processed, whose result holds the values', async () => {
    const plan = { band: 1, method: 'nearest', nodata: -9999, description: 'lst' } as const
    const grid = { width: 3, height: 2, affine: [0.001, 0, 1, 0, -0.001, 8], crs: 4326 } as const
    const cog = await written((folder) => toReferenceCog(kelvin, { ...plan, grid, folder }))
    const file = await openRaster(cog)
    expect(file.info.scalings).toBeUndefined()
    expectClose(await readBand(file), 5)
    const classes = await written((folder) =>
      toReferenceCog(kelvin, { ...plan, grid, categorical: true, folder }),
    )
    expect((await openRaster(classes)).info.dataType).toBe('float32')
  })
  test('the COG keeps cells and scaling', async () => {
    const cog = await written((folder) => toCog(kelvin, folder))
    const file = await openRaster(cog)
    expect(file.info).toMatchObject({ dataType: 'uint16', scalings: [{ scale: 0.02, offset: -273.15 }] })
    expect(file.levels[0].tags.get(TAG.gdalMetadata)).toContain('role="scale">0.02<')
    expectValues(await readBand(file))
    expect((await inspectRaster(cog)).bands).toEqual((await inspectRaster(kelvin)).bands)
  })
})

test('each band has its own', async () => {
  const items = ['name="SCALE" sample="1" role="scale">0.1', 'name="OFFSET" sample="1" role="offset">5']
  const file = await openRaster(
    cellsTiff(
      'uint8',
      2,
      [1, 10, 2, 20],
      [
        [257, 4, [1]],
        [258, 3, [8, 8]],
        [277, 3, [2]],
        [278, 4, [1]],
        [339, 3, [1, 1]],
        metadataField(...items),
      ],
    ),
  )
  expect(file.info.scalings).toEqual([null, { scale: 0.1, offset: 5 }])
  expect([[...(await readBand(file, 1))], [...(await readBand(file, 2))]]).toEqual([
    [1, 2],
    [6, 7],
  ])
})

test.each([
  ['a scale of 0', 'name="SCALE" sample="0" role="scale">0', 'SCALE'],
  ['no number', 'name="OFFSET" sample="0" role="offset">two', 'OFFSET'],
  ['an item that GDAL does not apply', 'name="scale_factor" sample="0">0.02', 'scale_factor'],
])('%s is not applied, but mentioned', async (_, item, name) => {
  const { info } = await openRaster(cellsTiff('uint8', 2, [1, 2], [metadataField(item)]))
  expect(info.scalings).toBeUndefined()
  expect(info.unusedScales).toEqual([expect.objectContaining({ band: 1, name })])
})
test('scale 1 and offset 0 are none', async () => {
  const { info } = await openRaster(cellsTiff('uint8', 2, [1, 2], [scaledBy(1, 0)]))
  expect([info.scalings, info.unusedScales]).toEqual([undefined, undefined])
})

test('statistics of a time before scales were applied are a finding', async () => {
  const { info, bands } = await inspectRaster(kelvin)
  const codes = (of: typeof bands) => validateRaster({ info, bands: of }).map(({ code }) => code)
  expect(codes(bands)).toContain('scaled')
  expect(codes(bands)).not.toContain('not-scaled')
  expect(codes(bands.map((one) => ({ ...one, scaling: undefined })))).toContain('not-scaled')
})

test('fills are found by what the cells hold', async () => {
  const fields = [scaledBy(-0.0001, 0)]
  const { bands } = await inspectRaster(cellsTiff('int16', 4, [0, 4000, 10_000, -32_768], fields))
  expect(suspectsOf(bands[0])).toEqual([{ end: 'smallest', stored: -32_768, impossible: false }])
})

test.each([
  [0.02, -273.15, 'stored × 0.02 − 273.15'],
  [0.0001, 0, 'stored × 0.0001'],
  [1, 5, 'stored + 5'],
  [-2, 1, 'stored × −2 + 1'],
])('× %s + %s is described', (scale, offset, text) => {
  expect(describeScaling({ scale, offset })).toBe(text)
})
