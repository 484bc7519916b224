import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type CellWindow, type Grid, gridBounds, subgrid, windowOf } from '#service/raster/grid.ts'
import { boundsOfEdges } from '#service/raster/grids/degree-bounds.ts'
import { projectionOf } from '#service/raster/systems/projection.ts'
import { referenceGridOver } from '#service/raster/grids/reference-grid.ts'
import { resample } from '#service/raster/warp/resample.ts'
import { seeded } from '../../support/jobs/layer-fixture.ts'
import { fixture } from '../fixtures.ts'

interface Warped {
  crs: string
  width: number
  height: number
  cell: number
  corner: [west: number, north: number]
  bounds: [west: number, south: number, east: number, north: number]
  sums: (number | null)[]
}

/** gdalwarp -r sum -et 0 of GDAL 3.6.2: python3 tests/fixtures/raster/make-warped-sums.py */
const warped = JSON.parse(readFileSync(fixture('warped-sums.json'), 'utf8')) as Record<string, Warped>

const sourceOf = (crs: number, width: number, height: number, cell: number, [west, north]: number[]) => ({
  width,
  height,
  crs,
  affine: [cell, 0, west, 0, -cell, north] as const,
})

const total = (values: ArrayLike<number>) =>
  Array.from(values).reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : value), 0)

const sumOnto = (source: Grid, values: ArrayLike<number>, target: Grid) =>
  resample(source, values, target, 'sum', projectionOf(source))

describe.each(Object.entries(warped))('the sums of gdalwarp: %s', (_, one) => {
  const { crs, width, height, cell, corner, bounds, sums } = one
  const source = sourceOf(Number(crs.split(':')[1]), width, height, cell, corner)
  const values = Float64Array.from({ length: width * height }, (_value, i) => {
    const [row, column] = [Math.floor(i / width), i % width]
    if (row > 8 && row < 14 && column > 25) return Number.NaN
    return Number((50 + 40 * Math.sin(column / 17) * Math.cos(row / 13)).toFixed(3))
  })
  const [west, south, east, north] = bounds
  const target: Grid = {
    width: Math.round((east - west) * 120),
    height: Math.round((north - south) * 120),
    affine: [1 / 120, 0, west, 0, -1 / 120, north],
    crs: 4326,
  }
  const own = sumOnto(source, values, target)

  test('the same cells have a value', () => {
    expect(Array.from(own, Number.isNaN)).toEqual(sums.map((value) => value === null))
  })

  test('which is the same', () => {
    const most = Math.max(...sums.map((value) => value ?? 0))
    const apart = sums.flatMap((value, i) => (value === null ? [] : [Math.abs(own[i] - value)]))
    // Stored with two decimals.
    expect(Math.max(...apart)).toBeLessThan(0.006 + most / 1000)
  })

  test('and so is the total', () => {
    expect(total(own) / total(values)).toBeCloseTo(1, 12)
    expect(total(sums.map((value) => value ?? 0)) / total(values)).toBeCloseTo(1, 5)
  })
})

/** Finer and coarser than the target, turned, sheared, in feet, with a corner that lies on the grid. */
const SOURCES: [name: string, source: Grid][] = [
  ['UTM', sourceOf(32632, 130, 90, 300, [452_000, 1_005_000])],
  ['UTM far from its meridian', sourceOf(32632, 50, 40, 2500, [900_000, 6_700_000])],
  ['Lambert azimuthal', sourceOf(3035, 40, 30, 1500, [5_010_000, 3_100_000])],
  ['polar', sourceOf(3413, 30, 30, 4000, [-1_200_000, -1_100_000])],
  ['feet', sourceOf(2263, 60, 50, 5280, [900_000, 300_000])],
  ['Mollweide, sheared', sourceOf(54009, 60, 45, 1000, [-10_000_000, -4_500_000])],
  ['very large cells', sourceOf(32737, 4, 3, 100_000, [200_000, 9_700_000])],
  ['degrees on another datum', { ...sourceOf(4258, 30, 20, 1 / 240, [10, 50]) }],
]

describe.each(SOURCES)('totals of a raster in %s', (_, source) => {
  const random = seeded(source.width)
  const values = Float64Array.from({ length: source.width * source.height }, () =>
    random() < 0.1 ? Number.NaN : 1000 * random() ** 3,
  )
  const projection = projectionOf(source)
  const target = { ...referenceGridOver(boundsOfEdges(gridBounds(source), projection.inverse)), crs: 4326 }
  const whole = sumOnto(source, values, target)

  test('are preserved', () => {
    expect(Math.abs(total(whole) / total(values) - 1)).toBeLessThan(1e-11)
    expect(whole.some((value) => value < 0)).toBe(false)
  })

  test('are the same in parts, each with the window of the source that it needs', () => {
    const [c, r] = [Math.floor(target.width / 3) + 1, Math.floor(target.height / 2)]
    const parts: CellWindow[] = [
      { column: 0, row: 0, width: c, height: r },
      { column: c, row: 0, width: target.width - c, height: r },
      { column: 0, row: r, width: target.width, height: target.height - r },
    ]
    const [a, , , , e] = source.affine
    for (const part of parts) {
      const grid = subgrid(target, part)
      const [left, bottom, right, top] = boundsOfEdges(gridBounds(grid), projection.forward)
      const window = windowOf(source, [left - a, bottom + e, right + a, top - e])!
      const cells = Float64Array.from({ length: window.width * window.height }, (_value, i) => {
        const row = window.row + Math.floor(i / window.width)
        return values[row * source.width + window.column + (i % window.width)]
      })
      const own = sumOnto(subgrid(source, window), cells, grid)
      own.forEach((value, i) => {
        const row = part.row + Math.floor(i / part.width)
        const expected = whole[row * target.width + part.column + (i % part.width)]
        if (Number.isNaN(expected)) expect(value).toBeNaN()
        else if (!(Math.abs(value - expected) < 1e-6)) expect([part, i, value]).toEqual([part, i, expected])
      })
    }
  })
})

test('a cell around the pole or across 180° goes where its centre lies, and no cell is lost', () => {
  const source = sourceOf(3413, 5, 5, 100_000, [-250_000, 250_000])
  const values = Float64Array.from({ length: 25 }, (_, i) => i + 1)
  const target: Grid = { width: 360, height: 10, affine: [1, 0, -180, 0, -1, 90], crs: 4326 }
  expect(total(sumOnto(source, values, target))).toBeCloseTo(325, 9)
})

test('what lies off the globe is not counted', () => {
  // The corner of the world map: the edge of the ellipse at 60° is at x = ±11,680,000.
  const source = sourceOf(54009, 4, 1, 100_000, [-12_000_000, 6_900_000])
  const target: Grid = { width: 360, height: 180, affine: [1, 0, -180, 0, -1, 90], crs: 4326 }
  expect(total(sumOnto(source, [1, 2, 4, 8], target))).toBe(8)
})

test('a hole stays a hole, and a sum of zeros is 0', () => {
  const source = sourceOf(32632, 3, 1, 5000, [500_000, 1_000_000])
  const [, south, , north] = boundsOfEdges(gridBounds(source), projectionOf(source).inverse)
  const target: Grid = { width: 9, height: 1, affine: [0.0152, 0, 9, 0, south - north, north], crs: 4326 }
  const own = sumOnto(source, [0, Number.NaN, 7], target)
  expect([own[1], own[4]]).toEqual([0, Number.NaN])
  expect(own[7]).toBeCloseTo(7 / 3, 1)
})
