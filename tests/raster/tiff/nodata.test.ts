import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { suspectsOf } from '#service/domain/rasters/suspect-nodata.ts'
import { inspectRaster } from '#service/raster/inspect.ts'
import type { DataType } from '#service/raster/data-types.ts'
import { readCells } from '#service/raster/cells/read-cells.ts'
import { openRaster, readBand } from '#service/raster/cells/read.ts'
import { sampleFile } from '#service/raster/cells/sample.ts'
import { toCog } from '#service/raster/cog/to-cog.ts'
import { TAG } from '#service/raster/tiff/tiff-tags.ts'
import { valuesAt } from '#service/raster/cells/values-at.ts'
import { cellsTiff, nodataField } from '../cells-tiff.ts'

const FLT_MAX = 3.4028234663852886e38
const DBL_MAX = Number.MAX_VALUE

/** The cells 1 and 2, and what is nodata or not. */
const withTag = (type: DataType, cell: number, tag: string, bits?: number) =>
  cellsTiff(type, 4, bits === 16 ? [0x3c00, 0x4000, cell, cell] : [1, 2, cell, cell], [nodataField(tag)], {
    bits,
  })

async function cellsOf(tiff: Buffer) {
  const [cells] = await readCells(await openRaster(tiff), [1], { column: 0, row: 0, width: 4, height: 1 })
  return [...cells!]
}

const NODATA: [name: string, type: DataType, cell: number, tag: string, bits?: number][] = [
  ['the float32 nearest to −3.4e38, as GDAL writes it', 'float32', -FLT_MAX, '-3.39999999999999996e+38'],
  ['−FLT_MAX with eight digits', 'float32', -FLT_MAX, '-3.4028235e+38'],
  ['−FLT_MAX with six digits', 'float32', -FLT_MAX, '-3.40282e+38'],
  ['FLT_MAX rounded up, beyond the type', 'float32', FLT_MAX, '3.403e+38'],
  ['−FLT_MAX in cells of 64 bits', 'float64', -FLT_MAX, '-3.4028235e+38'],
  ['−DBL_MAX with fifteen digits', 'float64', -DBL_MAX, '-1.79769313486232e+308'],
  ['−DBL_MAX as −1.7e308', 'float64', -DBL_MAX, '-1.7e+308'],
  ['−DBL_MAX in cells that became float32', 'float32', -FLT_MAX, '-1.7976931348623157e+308'],
  ['9.96921e36, netCDF’s fill', 'float32', 9.969209968386869e36, '9.96921e+36'],
  ['1e20 of a float32 in cells of 64 bits', 'float64', Math.fround(1e20), '1e+20'],
  ['−9999 cut off by float16', 'float32', 0xf0e1, '-9999', 16],
  ['−9999 rounded by float16', 'float32', 0xf0e2, '-9999', 16],
]

describe('cells are nodata that equal the tag within the precision of their type', () => {
  test.each(NODATA)('%s', async (_, type, cell, tag, bits) => {
    const tiff = withTag(type, cell, tag, bits)
    const { bands } = await inspectRaster(tiff)
    expect(bands[0]).toMatchObject({ valid: 2, min: 1, max: 2 })
    const file = await openRaster(tiff)
    expect([...(await readBand(file))]).toEqual([1, 2, Number.NaN, Number.NaN])
    const [lon, lat] = [
      [1.0005, 1.0025],
      [7.9995, 7.9995],
    ]
    expect([...(await valuesAt(file, lon, lat))]).toEqual([1, Number.NaN])
    expect([...(await sampleFile(file, lon, lat)).values]).toEqual([1, Number.NaN])
  })

  test.each(NODATA)('and so in the COG: %s', async (_, type, cell, tag, bits) => {
    const folder = await mkdtemp(join(tmpdir(), 'strata-nodata-'))
    try {
      const { parts } = await toCog(withTag(type, cell, tag, bits), folder)
      const cog = Buffer.concat(await Promise.all(parts.map((part) => readFile(part))))
      const { bands } = await inspectRaster(cog)
      expect(bands[0]).toMatchObject({ valid: 2, min: 1, max: 2 })
      // Other programs compare the cells with this text.
      const text = (await openRaster(cog)).levels[0].tags.get(TAG.gdalNodata)
      const [, , stored] = await cellsOf(cog)
      expect(type === 'float32' ? Math.fround(Number(text)) : Number(text)).toBe(stored)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test.each<[name: string, type: DataType, cell: number, tag: string, bits?: number]>([
    ['a number beside −9999', 'float32', -9999.001, '-9999'],
    ['the next half', 'float32', 0xf0e0, '-9999', 16],
    ['1.00001 times −FLT_MAX’s tag', 'float32', -3.40278e38, '-3.4028235e+38'],
    ['another fill', 'float32', -FLT_MAX, '-9999'],
    ['a value, beside a tag of one digit', 'float64', 3e19, '1e+20'],
  ])('but not %s', async (_, type, cell, tag, bits) => {
    expect((await inspectRaster(withTag(type, cell, tag, bits))).bands[0].valid).toBe(4)
  })
})

describe('values that look like nodata', () => {
  const suspects = async (type: DataType, cells: number[]) => {
    const { bands } = await inspectRaster(cellsTiff(type, cells.length, cells))
    return suspectsOf(bands[0]).map(({ stored, impossible }) => [stored, impossible])
  }
  const rising = (to: number) => Array.from({ length: 40 }, (_, i) => (to * i) / 39)

  test.each<[type: DataType, value: number, impossible: boolean]>([
    ['float32', -FLT_MAX, true],
    ['float32', FLT_MAX, true],
    ['float64', -DBL_MAX, true],
    ['float64', DBL_MAX, true],
    ['float32', 9.969209968386869e36, true],
    ['float32', Math.fround(1e20), false],
    ['float64', 1e20, false],
    ['float32', -9999, false],
    ['int16', -32_768, false],
    ['int16', -32_767, false],
    ['int16', 32_767, false],
    ['uint16', 65_535, false],
    ['uint8', 255, false],
    ['int8', -128, false],
    ['int32', -(2 ** 31), false],
    ['int32', 2 ** 31 - 1, false],
    ['uint32', 2 ** 32 - 1, false],
    ['float32', -999, false],
    ['float32', 9999, false],
  ])('%s: %s', async (type, value, impossible) => {
    expect(await suspects(type, [...rising(100), value])).toEqual([[value, impossible]])
  })
  test('at both ends', async () => {
    expect(await suspects('float32', [...rising(100), -9999, FLT_MAX])).toEqual([
      [-9999, false],
      [FLT_MAX, true],
    ])
  })
  test.each<[name: string, type: DataType, cells: number[]]>([
    ['255 of a picture', 'uint8', rising(255)],
    ['65535 of a picture', 'uint16', rising(65_535)],
    [
      '−999 of a sea bed',
      'int16',
      rising(-5000)
        .map((depth) => Math.round(depth))
        .concat(-999),
    ],
    ['−99 of temperatures', 'float32', [...rising(-90), -99]],
    ['a constant 255', 'uint8', [255, 255]],
  ])('not %s', async (_, type, cells) => {
    expect(await suspects(type, cells)).toEqual([])
  })
})
