import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createBlockCache } from '#service/raster/cells/block-cache.ts'
import { bufferSource } from '#service/raster/tiff/byte-source.ts'
import { openRaster, readBand, readRaster } from '#service/raster/cells/read.ts'
import { statistics } from '#service/raster/statistics/statistics.ts'
import { affineOfGdal, expected, fixture, sample } from '../fixtures.ts'
import { readInfo } from '../read-info.ts'
import { typedGrid } from '../typed-grid.ts'

const TYPES: Record<string, string> = { byte: 'uint8' }

describe.each(Object.keys(expected.info))('%s', (name) => {
  const truth = expected.info[name]

  test('header as GDAL reads it', async () => {
    const info = await readInfo(fixture(`${name}.tif`))
    const affine = affineOfGdal(truth.transform)
    info.affine.forEach((value, i) => expect(value).toBeCloseTo(affine[i], 9))
    expect(info.dataType).toBe(TYPES[truth.type] ?? truth.type)
    expect(info.blockSize).toEqual(truth.block)
    expect(info.bands).toBe(truth.bands)
    expect([info.width, info.height]).toEqual([37, 23])
  })

  test('every cell of the last band as GDAL reads it', async () => {
    const { values } = await readRaster(readFileSync(fixture(`${name}.tif`)), truth.bands)
    const cells = Array.from(values, (value) => (Number.isNaN(value) ? null : value))
    expect(cells).toEqual(expected.cells[name])
  })
})

test.each([
  { tie: [0, 0, 0, 2.5, 11, 0], corner: [2.5, 11] },
  // The north-west corner of column 4, row 6.
  { tie: [4, 6, 0, 3.5, 9.5, 0], corner: [2.5, 11] },
  { tie: [30, 20, 0, 10, 6, 0], corner: [2.5, 11] },
  { tie: [0.5, 0.5, 0, 2.5, 11, 0], corner: [2.375, 11.125] },
])('a raster tied at another cell than the first: $tie', async ({ tie, corner }) => {
  const { affine } = await readInfo(typedGrid('uint8', (x) => x, undefined, [[33_922, 12, tie]]))
  expect([...affine]).toEqual([0.25, 0, corner[0], 0, -0.25, corner[1]])
})

test('coordinate systems: geographic, projected, none', async () => {
  expect((await readInfo(fixture('i16-bigtiff.tif'))).crs).toBe(4326)
  expect((await readInfo(fixture('i16-utm.tif'))).crs).toBe(32632)
  expect((await readInfo(fixture('i16-no-crs.tif'))).crs).toBeNull()
})

test('a nodata value is snapped to float32, NaN stays NaN, none is null', async () => {
  expect((await readInfo(fixture('f32-nodata-snapped.tif'))).nodata).toBe(Math.fround(-3.4e38))
  expect((await readInfo(fixture('f32-deflate-3-band-2-bands.tif'))).nodata).toBeNaN()
  expect((await readInfo(fixture('i16-bigtiff.tif'))).nodata).toBeNull()
})

test('an LZW strip that fills its table several times', async () => {
  const { values } = await readRaster(fixture('u8-lzw-noise.tif'))
  const truth = Array.from({ length: 10_000 }, (_, i) => Math.floor(((i * 2654435761) % 2 ** 32) / 2 ** 24))
  expect(Array.from(values)).toEqual(truth)
})

test('a window equals the same part of the whole, across tiles', async () => {
  const file = await openRaster(fixture('i16-deflate-2-tiled.tif'))
  const whole = await readBand(file)
  const part = await readBand(file, 1, { column: 11, row: 9, width: 20, height: 10 })
  for (let row = 0; row < 10; row++) {
    expect(part.slice(row * 20, row * 20 + 20)).toEqual(whole.slice((row + 9) * 37 + 11, (row + 9) * 37 + 31))
  }
  await file.close()
})

test('a window or band that does not exist is rejected', async () => {
  const file = await openRaster(fixture('i16-deflate-2-tiled.tif'))
  await expect(readBand(file, 2)).rejects.toThrow('The raster has no band 2; its bands are 1 to 1.')
  await expect(readBand(file, 1, { column: 30, row: 0, width: 8, height: 1 })).rejects.toThrow(
    'not inside the raster of 37 × 23',
  )
  await expect(readBand(file, 1, { column: 0.5, row: 0, width: 1, height: 1 })).rejects.toThrow('not inside')
  await expect(readBand(file, 1, undefined, 1)).rejects.toThrow('no level 1')
  await file.close()
})

test.each([
  ['u8-jpeg-4-bands.tif', 'compressed by JPEG with 4 bands in one picture'],
  ['no-georeference.tif', 'is not georeferenced'],
  ['complex.tif', 'complex values of 64 bits'],
])('%s is rejected with a remedy', async (name, words) => {
  await expect(readInfo(fixture(name))).rejects.toThrow(words)
  await expect(readInfo(fixture(name))).rejects.toThrow('gdal_translate')
})

test('blocks are decoded once and evicted when the cache is full', async () => {
  const bytes = readFileSync(sample('nga_elevation.tif'))
  let reads = 0
  const inner = bufferSource(bytes)
  const source = { ...inner, read: (at: number, length: number) => (reads++, inner.read(at, length)) }
  const cache = createBlockCache(300_000)
  const file = await openRaster(source, { cache })
  reads = 0
  const left = { column: 0, row: 0, width: 10, height: 10 }
  await Promise.all([readBand(file, 1, left), readBand(file, 1, left)])
  await readBand(file, 1, left)
  expect(reads).toBe(1)
  await readBand(file, 1, { ...left, column: 270 })
  await readBand(file, 1, left)
  expect(reads).toBe(3)
  expect(cache.bytes).toBeLessThanOrEqual(300_000)
})

// GDAL's ds.ReadAsArray() of each file, nodata left out; see make-fixtures.py.
test.each(Object.keys(expected.summaries))('every valid cell of %s as GDAL reads it', async (name) => {
  const truth = expected.summaries[name]
  const path = name.startsWith('nga_') ? sample(name) : fixture(name)
  const { info, values } = await readRaster(path)
  const s = statistics(values)
  expect([[info.width, info.height], s.count, s.min, s.max]).toEqual([
    truth.size,
    truth.count,
    truth.min,
    truth.max,
  ])
  expect(s.count).toBeLessThan(info.width * info.height)
  expect(s.mean! / truth.mean).toBeCloseTo(1, 12)
  expect(s.sd! / truth.sd).toBeCloseTo(1, 12)
})

test('reading leaves the given bytes unchanged', async () => {
  for (const name of ['u32-none-big-endian', 'f32-sparse', 'u8-packbits']) {
    const bytes = readFileSync(fixture(`${name}.tif`))
    const before = Buffer.from(bytes)
    await readRaster(bytes)
    expect(bytes.equals(before)).toBe(true)
  }
})
