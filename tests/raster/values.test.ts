import { describe, expect, test } from 'vitest'
import { type Grid } from '#service/raster/grid.ts'
import { openRaster, readRaster } from '#service/raster/cells/read.ts'
import { resample } from '#service/raster/warp/resample.ts'
import { sampleFile, sampleGrid } from '#service/raster/cells/sample.ts'
import { quantileOfSorted, statistics } from '#service/raster/statistics/statistics.ts'
import { affineOfGdal, expected, sample } from './fixtures.ts'

const elevation = await readRaster(sample('nga_elevation.tif'))

describe('samples', () => {
  const points = expected.elevation.points
  const lon = points.map((p) => p[0])
  const lat = points.map((p) => p[1])
  const truth = points.map((p) => (p[2] === -9999 ? Number.NaN : p[2]))

  test('are the cells that GDAL names', () => {
    expect(Array.from(sampleGrid(elevation.info, elevation.values, lon, lat).values)).toEqual(truth)
  })

  test('from the file equal those from memory, substitutes included', async () => {
    const file = await openRaster(sample('nga_elevation.tif'))
    const many = Array.from({ length: 400 }, (_, i) => [
      2.5 + ((i * 7919) % 1250) / 100,
      4 + ((i * 104_729) % 1010) / 100,
    ])
    const x = many.map((p) => p[0])
    const y = many.map((p) => p[1])
    const withinKm = 12
    const fromFile = await sampleFile(file, x, y, { withinKm })
    const fromMemory = sampleGrid(elevation.info, elevation.values, x, y, { withinKm })
    expect(fromFile.values).toEqual(fromMemory.values)
    expect(fromFile.cells).toEqual(fromMemory.cells)
    fromFile.km.forEach((km, i) => expect(km).toBeCloseTo(fromMemory.km[i], 9))
    expect(fromMemory.km.some((km) => km > 0)).toBe(true)
    expect(fromMemory.values.some(Number.isNaN)).toBe(true)
    await file.close()
  })

  test('a point in the sea uses the nearest valid cell within reach, and none beyond', () => {
    const grid: Grid = { width: 3, height: 1, affine: [0.1, 0, 0, 0, -0.1, 0.05], crs: 4326 }
    const values = Float32Array.of(5, Number.NaN, Number.NaN)
    const near = sampleGrid(grid, values, [0.151], [0], { withinKm: 12 })
    expect([near.values[0], near.cells[0]]).toEqual([5, 0])
    expect(near.km[0]).toBeCloseTo(0.101 * 111.195, 3)
    const far = sampleGrid(grid, values, [0.151], [0], { withinKm: 11 })
    expect([far.values[0], far.cells[0]]).toEqual([Number.NaN, -1])
    expect(sampleGrid(grid, values, [0.151], [0]).values[0]).toBeNaN()
  })

  test('at a coast it is the nearest of several, wherever that is in the file', () => {
    const size = 7
    const affine = [0.1, 0, -0.35, 0, -0.1, 0.35] as const
    const grid: Grid = { width: size, height: size, affine, crs: 4326 }
    const at = (column: number, row: number) => row * size + column
    // The point lies in the cell of the middle, a little to the north-east of its centre.
    const point = [0.02, 0.01] as const
    for (const [near, farther] of [
      [at(4, 3), [at(1, 3), at(3, 0), at(6, 6), at(3, 5)]],
      [at(3, 2), [at(2, 3), at(3, 4), at(0, 0)]],
      [at(4, 2), [at(2, 2), at(2, 4), at(4, 4)]],
      [at(5, 3), [at(1, 3), at(0, 3)]],
    ] as const) {
      const values = new Float32Array(size * size).fill(Number.NaN)
      for (const cell of farther) values[cell] = 1
      values[near] = 7
      const { values: found, cells } = sampleGrid(grid, values, [point[0]], [point[1]], { withinKm: 60 })
      expect([found[0], cells[0]]).toEqual([7, near])
    }
  })
})

describe('statistics', () => {
  test('as numpy has them', () => {
    const s = statistics(elevation.values, { bins: 16 })
    const e = expected.elevation
    expect([s.count, s.min, s.max]).toEqual([e.count, e.min, e.max])
    expect(s.mean).toBeCloseTo(e.mean, 8)
    expect(s.sd).toBeCloseTo(e.sd, 8)
    s.quantiles.forEach((q, i) => expect(q).toBeCloseTo(e.quantiles[i], 8))
    expect(s.histogram.counts).toEqual(e.histogram)
    expect(s.histogram.edges).toHaveLength(17)
    expect(s.total).toBe(289 * 232)
  })

  test('of nothing are null, of one value one bin', () => {
    expect(statistics(Float32Array.of(Number.NaN))).toMatchObject({
      count: 0,
      total: 1,
      min: null,
      mean: null,
      sd: null,
    })
    expect(statistics(Float32Array.of(3, 3))).toMatchObject({
      sd: 0,
      histogram: { edges: [3, 3], counts: [2] },
    })
  })

  // R: quantile(c(1, 2, 4, 8), c(0, .1, .5, 1), type = 7)
  test('quantiles by type 7', () => {
    expect([0, 0.1, 0.5, 1].map((p) => quantileOfSorted([1, 2, 4, 8], p))).toEqual([1, 1.3, 3, 8])
  })
})

describe('resampling', () => {
  const source: Grid = { width: 37, height: 23, affine: [0.25, 0, 2.5, 0, -0.25, 11], crs: 4326 }
  const values = Float64Array.from({ length: 37 * 23 }, (_, i) => {
    const row = Math.floor(i / 37)
    return Math.sin((i % 37) / 5 + 1) * 40 + Math.cos(row / 4) * 30 + row * 0.5
  })

  test.each(['nearest', 'bilinear', 'average'] as const)('%s as gdalwarp', (method) => {
    const { transform, width, height, values: truth } = expected.warp[method]
    const target: Grid = { width, height, affine: affineOfGdal(transform), crs: 4326 }
    const out = resample(source, values, target, method)
    let worst = 0
    out.forEach((value, i) => (worst = Math.max(worst, Math.abs(value - truth[i]))))
    expect(worst).toBeLessThan(1e-6)
  })

  test('between two systems without a projection names both, Esri codes too', () => {
    expect(() => resample({ ...source, crs: 54009 }, values, source, 'nearest')).toThrow(
      'The raster is in ESRI:54009 (Mollweide), the grid in EPSG:4326 (WGS 84); warp it first',
    )
  })

  test('onto itself changes nothing', () => {
    for (const method of ['nearest', 'bilinear', 'average'] as const) {
      resample(source, values, source, method).forEach((value, i) => expect(value).toBeCloseTo(values[i], 10))
    }
  })

  test('nodata neither spreads nor shrinks, outside is nodata', () => {
    const holed: Grid = { width: 2, height: 2, affine: [1, 0, 0, 0, -1, 2], crs: 4326 }
    const cells = [1, Number.NaN, 3, 5]
    const fine: Grid = { width: 6, height: 4, affine: [0.5, 0, 0, 0, -0.5, 2], crs: 4326 }
    const bilinear = resample(holed, cells, fine, 'bilinear')
    expect(Array.from(bilinear.slice(0, 6), Number.isNaN)).toEqual([false, false, true, true, true, true])
    const one: Grid = { width: 1, height: 1, affine: [2, 0, 0, 0, -2, 2], crs: 4326 }
    expect(resample(holed, cells, one, 'average')[0]).toBe(3)
  })

  test('a sum of nothing is nodata, not 0; a sum of zeros is 0', () => {
    const two: Grid = { width: 2, height: 1, affine: [1, 0, 0, 0, -1, 1], crs: 4326 }
    const wide: Grid = { width: 3, height: 1, affine: [1, 0, 0, 0, -1, 1], crs: 4326 }
    expect(Array.from(resample(two, [0, Number.NaN], wide, 'sum'))).toEqual([0, Number.NaN, Number.NaN])
    const one: Grid = { width: 1, height: 1, affine: [4, 0, 0, 0, -1, 1], crs: 4326 }
    expect(resample(two, [7, Number.NaN], one, 'sum')[0]).toBe(7)
    expect(resample(two, [Number.NaN, Number.NaN], one, 'sum')[0]).toBeNaN()
  })

  test('another CRS or a rotated target is rejected', () => {
    expect(() => resample(source, values, { ...source, crs: 3857 }, 'nearest')).toThrow('gdalwarp -t_srs')
    expect(() => resample(source, values, { ...source, affine: [0.2, 0.1, 0, 0, -1, 0] }, 'nearest')).toThrow(
      'north-up',
    )
  })
})
