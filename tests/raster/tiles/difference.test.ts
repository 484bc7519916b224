import { describe, expect, test } from 'vitest'
import { differenceOf, renderDifferenceTile } from '#service/raster/tiles/difference.ts'
import type { Affine } from '#service/raster/grid.ts'
import { percentilesOf } from '#service/raster/statistics/percentiles.ts'
import { openRaster } from '#service/raster/cells/read.ts'
import { renderTile } from '#service/raster/tiles/tile.ts'
import { writeCog } from '#service/raster/cog/write-cog.ts'

const NONE = Number.NaN
const file = async (
  values: number[],
  { affine = [1, 0, 0, 0, -1, 2] as Affine, width = 3, crs = 4326 } = {},
) => {
  const raster = { width, height: values.length / width, affine, crs, values: Float32Array.from(values) }
  return { file: await openRaster(writeCog(raster)), band: 1 }
}

// 4 pairs: +0.5, 0, −0.25 and −0.75.
const one = await file([0, 0.5, 0.5, 1, NONE, 0.25])
const two = await file([0.5, 0.5, 0.25, 0.25, 0.75, NONE])

describe('the difference of two rasters', () => {
  test('is the second minus the first, over the cells that both have', async () => {
    const found = await differenceOf(one, two)
    expect(found).toMatchObject({
      cells: 4,
      only_one: 2,
      differing: 3,
      same_grid: true,
      step: 1,
      mean: -0.125,
      mean_absolute: 0.375,
      min: -0.75,
      max: 0.5,
    })
    // In R: d <- c(0.5, 0, -0.25, -0.75); sqrt(mean(d^2)); quantile(d, c(0.05, 0.95)); cor(c(0, .5, .5, 1), c(.5, .5, .25, .25))
    expect(found.root_mean_square).toBeCloseTo(0.467707, 6)
    // sqrt(mean((d - mean(d))^2))
    expect(found.sd).toBeCloseTo(0.450694, 6)
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
    const { cells, min, max, same_grid } = await differenceOf(one, fine)
    expect([cells, same_grid]).toEqual([5, false])
    expect(max).toBeCloseTo(5 + 7 / 8 - 0.25, 6)
    expect(min).toBeCloseTo(3 + 5 / 8 - 0.5, 6)
  })

  test('covers only where the two overlap', async () => {
    const beside = await file([1, 1, 1, 1], { affine: [1, 0, 2, 0, -1, 2], width: 2 })
    // The last column of the first raster, whose lower cell has a value.
    expect(await differenceOf(one, beside)).toMatchObject({ cells: 2, only_one: 0, max: 0.75, min: 0.5 })
    expect(await differenceOf(beside, one)).toMatchObject({ cells: 2, only_one: 0, max: -0.5, min: -0.75 })
    const far = await file([1, 2, 3], { affine: [1, 0, 90, 0, -1, 2] })
    await expect(differenceOf(one, far)).rejects.toThrow('do not overlap')
    const empty = await file([NONE, NONE, NONE, NONE, 1, NONE])
    await expect(differenceOf(empty, one)).rejects.toThrow('no cell in common')
  })

  test('of rasters with too many cells is that of their overviews', async () => {
    const size = 600
    const made = async (value: (x: number, y: number) => number) =>
      file(
        Array.from({ length: size * size }, (_, i) => value(i % size, Math.floor(i / size))),
        { affine: [0.01, 0, 0, 0, -0.01, 6], width: size },
      )
    const [low, high] = [await made((x) => x), await made((x, y) => x + (y < 300 ? 1 : 3))]
    const most = { most: 100_000 }
    expect(await differenceOf(low, high, most)).toMatchObject({ step: 2, cells: 90_000, mean: 2, min: 1 })
    expect(await differenceOf(low, high)).toMatchObject({ step: 1, cells: 360_000, mean: 2, sd: 1 })
    expect(await percentilesOf(low.file, 1, most)).toMatchObject({ exact: false, cells: 90_000 })
  })

  test('percentiles are those of numpy, without cells that have no value', async () => {
    // numpy.percentile([0, 0.5, 0.5, 1, 0.25], [2, 5, 95, 98])
    const { p2, p5, p95, p98, ...about } = await percentilesOf(one.file, 1)
    expect([p2, p5, p95, p98].map((value) => Number(value.toFixed(6)))).toEqual([0.02, 0.05, 0.9, 0.96])
    expect(about).toEqual({ cells: 5, exact: true })
    await expect(percentilesOf(one.file, 2)).rejects.toThrow()
    await expect(percentilesOf((await file([NONE, NONE, NONE])).file, 1)).rejects.toThrow('No cell')
  })
})

describe('a tile of the difference', () => {
  test('is that of a raster of the difference, transparent where one has no value', async () => {
    const { file: difference } = await file([0.5, 0, -0.25, -0.75, NONE, NONE])
    const at = { z: 6, x: 32, y: 31 }
    const drawn = await renderDifferenceTile(one, two, { ...at, limit: 0.75 })
    const expected = await renderTile({ file: difference, ...at, ramp: 'RdBu', min: -0.75, max: 0.75 })
    expect(drawn.equals(expected)).toBe(true)
    const empty = await renderTile({
      file: (await file([NONE, NONE, NONE])).file,
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
