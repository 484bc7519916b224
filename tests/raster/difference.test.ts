import { describe, expect, test } from 'vitest'
import { differenceOf, renderDifferenceTile } from '#service/raster/difference.ts'
import type { Affine } from '#service/raster/grid.ts'
import { openRaster } from '#service/raster/read.ts'
import { renderTile } from '#service/raster/tile.ts'
import { writeCog } from '#service/raster/write-cog.ts'

const NONE = Number.NaN
const file = (values: number[], { affine = [1, 0, 0, 0, -1, 2] as Affine, width = 3, crs = 4326 } = {}) =>
  openRaster(
    writeCog({ width, height: values.length / width, affine, crs, values: Float32Array.from(values) }),
  )

// 4 pairs: +0.5, 0, −0.25 and −0.75.
const one = await file([0, 0.5, 0.5, 1, NONE, 0.25])
const two = await file([0.5, 0.5, 0.25, 0.25, 0.75, NONE])

describe('the difference of two rasters', () => {
  test('is the second minus the first, over the cells that both have', async () => {
    const found = await differenceOf(one, two)
    expect(found).toMatchObject({
      cells: 4,
      only_one: 2,
      mean: -0.125,
      mean_absolute: 0.375,
      min: -0.75,
      max: 0.5,
    })
    // In R: d <- c(0.5, 0, -0.25, -0.75); sqrt(mean(d^2)); quantile(d, c(0.05, 0.95)); cor(c(0, .5, .5, 1), c(.5, .5, .25, .25))
    expect(found.root_mean_square).toBeCloseTo(0.467707, 6)
    expect(found.p05).toBeCloseTo(-0.675, 10)
    expect(found.p95).toBeCloseTo(0.425, 10)
    expect(found.correlation).toBeCloseTo(-0.707107, 6)
    expect(found.histogram.reduce((sum, count) => sum + count)).toBe(4)
    expect([found.histogram[0], found.histogram.at(-1)]).toEqual([1, 1])
  })

  test('of a raster and itself is nothing, of a constant has no correlation', async () => {
    expect(await differenceOf(one, one)).toMatchObject({
      cells: 5,
      only_one: 0,
      min: 0,
      max: 0,
      correlation: 1,
    })
    const flat = await file([1, 1, 1, 1, 1, 1])
    expect((await differenceOf(one, flat)).correlation).toBeNull()
  })

  test('on another grid takes the cell under the centre', async () => {
    // One row higher and one column to the left, cells twice as fine.
    const fine = await file(
      Array.from({ length: 64 }, (_, i) => (i % 8) / 8 + Math.floor(i / 8)),
      { affine: [0.5, 0, -1, 0, -0.5, 3], width: 8 },
    )
    // Centre of cell (0, 0): column 3, row 3 of the fine grid; each column of `one` is two further on.
    const { cells, min, max } = await differenceOf(one, fine)
    expect(cells).toBe(5)
    expect(max).toBeCloseTo(5 + 7 / 8 - 0.25, 6)
    expect(min).toBeCloseTo(3 + 5 / 8 - 0.5, 6)
  })

  test('is rejected between reference systems, and where nothing is in common', async () => {
    await expect(differenceOf(one, await file([0, 0, 0], { crs: 3857 }))).rejects.toThrow(
      'different reference systems',
    )
    const far = await file([1, 2, 3], { affine: [1, 0, 90, 0, -1, 2] })
    await expect(differenceOf(one, far)).rejects.toThrow('no cell in common')
  })
})

describe('a tile of the difference', () => {
  test('is that of a raster of the difference, transparent where one has no value', async () => {
    const difference = await file([0.5, 0, -0.25, -0.75, NONE, NONE])
    const at = { z: 6, x: 32, y: 31 }
    const drawn = await renderDifferenceTile(one, two, { ...at, limit: 0.75 })
    const expected = await renderTile({ file: difference, ...at, ramp: 'RdBu', min: -0.75, max: 0.75 })
    expect(drawn.equals(expected)).toBe(true)
    const empty = await renderTile({
      file: await file([NONE, NONE, NONE]),
      ...at,
      ramp: 'RdBu',
      min: -1,
      max: 1,
    })
    expect(drawn.equals(empty)).toBe(false)
    const elsewhere = await renderDifferenceTile(one, two, { z: 6, x: 10, y: 31, limit: 0.75 })
    expect(elsewhere.equals(empty)).toBe(true)
  })
})
