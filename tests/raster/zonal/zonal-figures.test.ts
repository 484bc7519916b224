import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { PlaceGeometry } from '#service/geometry/polygons.ts'
import { writeCog } from '#service/raster/cog/write-cog.ts'
import { openRaster } from '#service/raster/cells/read.ts'
import type { Grid } from '#service/raster/grid.ts'
import { findProjection } from '#service/raster/systems/projection.ts'
import { cellCovers } from '#service/raster/zonal/cell-covers.ts'
import { edgesOn } from '#service/raster/zonal/outline-edges.ts'
import { WeightedValues } from '#service/raster/zonal/weighted-percentiles.ts'
import { zonalFigures } from '#service/raster/zonal/zonal-figures.ts'

const LIMITS = { mostCells: 1e6, mostSorted: 1e6 }
const PERCENTILES = [5, 25, 50, 75, 95]
/** 4 × 3 cells of a degree, from 0 to 4 degrees east, 3 to 0 degrees north. */
const grid: Grid = { width: 4, height: 3, affine: [1, 0, 0, 0, -1, 3], crs: 4326 }
const whole = { column: 0, row: 0, width: 4, height: 3 }

const box = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]
const polygon = (...coordinates: number[][][]): PlaceGeometry => ({ type: 'Polygon', coordinates })

function coversOf(outline: PlaceGeometry, window = whole, of = grid): number[] {
  const all = new Float64Array(window.width * window.height)
  for (const edges of edgesOn(of, findProjection(of)!, outline))
    cellCovers(edges, window).forEach((share, i) => (all[i] += share))
  return [...all].map((share) => Math.round(share * 1e12) / 1e12)
}

describe('the share of each cell', () => {
  it('is exact for boxes, in any direction of the ring, with holes', () => {
    const expected = [0, 0, 0, 0, 0.25, 0.5, 0.125, 0, 0.25, 0.5, 0.125, 0]
    const [south, north] = [0.5, 1.5]
    expect(coversOf(polygon(box(0.5, south, 2.25, north)))).toEqual(expected)
    expect(coversOf(polygon(box(0.5, south, 2.25, north).reverse()))).toEqual(expected)
    const hole = box(1.25, 0.75, 1.75, 1.25)
    for (const ring of [hole, hole.toReversed()]) {
      const shares = coversOf(polygon(box(0.5, south, 2.25, north), ring))
      expect(shares).toEqual([0, 0, 0, 0, 0.25, 0.375, 0.125, 0, 0.25, 0.375, 0.125, 0])
    }
  })
  it('is exact for slanted edges, and for outlines that reach beyond the grid on each side', () => {
    const triangle = polygon([
      [0, 0],
      [4, 0],
      [4, 3],
      [0, 0],
    ])
    const shares = coversOf(triangle)
    expect(shares.reduce((sum, one) => sum + one, 0)).toBeCloseTo(6, 10)
    expect(shares[3]).toBeCloseTo(0.625, 10)
    expect(coversOf(polygon(box(-9, -9, 9, 9)))).toEqual(Array.from({ length: 12 }, () => 1))
    const diamond = polygon([
      [-1, 1.5],
      [2, -1.5],
      [5, 1.5],
      [2, 4.5],
      [-1, 1.5],
    ])
    expect(coversOf(diamond)).toEqual([0.875, 1, 1, 0.875, 1, 1, 1, 1, 0.875, 1, 1, 0.875])
  })
  it('does not depend on the window', () => {
    const star = polygon([
      [0.2, 0.3],
      [3.7, 1.1],
      [1.9, 2.9],
      [1.5, 1.4],
      [0.2, 0.3],
    ])
    const all = coversOf(star)
    for (let row = 0; row < 3; row++)
      for (let column = 0; column < 3; column++)
        expect(coversOf(star, { column, row, width: 2, height: 1 })).toEqual(
          [0, 1].map((right) => all[row * 4 + column + right]),
        )
  })
  it('agrees with a subdivision of the cells', () => {
    const ring = [
      [0.13, 0.21],
      [2.6, 0.02],
      [3.9, 1.7],
      [2.1, 1.2],
      [1.4, 2.95],
      [0.13, 0.21],
    ]
    const side = 200
    const fine: Grid = {
      width: 4 * side,
      height: 3 * side,
      affine: [1 / side, 0, 0, 0, -1 / side, 3],
      crs: 4326,
    }
    const rough = new Float64Array(12)
    coversOf(polygon(ring), { ...whole, width: 4 * side, height: 3 * side }, fine).forEach((share, i) => {
      const [row, column] = [Math.floor(i / (4 * side)), i % (4 * side)]
      rough[Math.floor(row / side) * 4 + Math.floor(column / side)] += (share > 0.5 ? 1 : 0) / side ** 2
    })
    coversOf(polygon(ring)).forEach((share, i) => expect(Math.abs(share - rough[i])).toBeLessThan(1e-3))
  })
  it('counts longitudes as the raster does', () => {
    const east = { ...grid, width: 360, affine: [1, 0, 0, 0, -1, 3] as const }
    const shares = coversOf(
      polygon(box(-1.5, 0, 0.25, 1)),
      { column: 0, row: 2, width: 360, height: 1 },
      east,
    )
    expect([shares[0], shares[1], shares[358], shares[359]]).toEqual([0.25, 0, 0.5, 1])
  })
})

const open = (values: number[], of: Grid, nodata?: number) =>
  openRaster(writeCog({ ...of, values: Float32Array.from(values), ...(nodata !== undefined && { nodata }) }))

describe('the figures of a unit', () => {
  const values = [1, 2, 3, 4, 5, Number.NaN, 7, 8, 9, 10, 11, 12]
  const outlines = [polygon(box(0, 0.5, 2, 2)), polygon(box(9, 9, 10, 10)), polygon(box(1, 1, 2, 2))]

  it('are of what is covered and has a value; none outside the raster, and none without values', async () => {
    const file = await open(values, grid)
    const wanted = { band: 1, outlines, categorical: false, percentiles: [0, 50, 100] }
    const [first, ...others] = await zonalFigures(file, wanted, LIMITS)
    const cells = 2
    expect(first).toMatchObject({
      cells,
      sum: 5 + 4.5 + 5,
      mean: 14.5 / cells,
      min: 5,
      max: 10,
      classes: null,
    })
    expect(first.covered).toBeCloseTo(2 / 3, 12)
    expect(first.percentiles.map((one) => one?.toFixed(6))).toEqual(['5.000000', '8.200000', '10.000000'])
    for (const other of others)
      expect(other).toMatchObject({
        cells: 0,
        covered: 0,
        mean: null,
        min: null,
        percentiles: [null, null, null],
      })
    await file.close()
  })
  it('of classes are shares', async () => {
    const file = await open([1, 1, 2, 2, 1, 3, 2, 2, 1, 1, 2, 2], grid)
    const wanted = { band: 1, outlines: [polygon(box(0.5, 1, 2.5, 3))], categorical: true, percentiles: [50] }
    const [{ classes, percentiles }] = await zonalFigures(file, wanted, LIMITS)
    expect(classes).toEqual([
      { value: 1, share: 0.5 },
      { value: 2, share: 0.25 },
      { value: 3, share: 0.25 },
    ])
    expect(percentiles).toEqual([null])
    await file.close()
  })
  it('are bounded: percentiles by the cells that are sorted, all by those that are read', async () => {
    const file = await open(values, grid)
    const wanted = { band: 1, outlines, categorical: false, percentiles: [50] }
    const [{ mean, percentiles }] = await zonalFigures(file, wanted, { mostCells: 12, mostSorted: 2 })
    expect([mean, percentiles]).toEqual([7.25, [null]])
    await expect(zonalFigures(file, wanted, { mostCells: 3, mostSorted: 9 })).rejects.toThrow(
      /^The raster has 0 million/,
    )
    await file.close()
  })
})

it('weighs percentiles as exactextract does: type 7 where weights are equal', () => {
  const quantiles = (values: [number, number][], ...shares: number[]) => {
    const all = new WeightedValues()
    for (const [value, weight] of values) all.add(value, weight)
    return all.quantiles(shares)
  }
  expect(
    quantiles(
      [
        [4, 1],
        [1, 1],
        [2, 1],
        [3, 1],
      ],
      0,
      0.5,
      1,
      0.25,
    ),
  ).toEqual([1, 2.5, 4, 1.75])
  const halves = quantiles(
    [
      [4, 0.5],
      [1, 0.5],
      [2, 0.5],
      [3, 0.5],
    ],
    0.25,
    0.5,
  )
  expect(halves).toEqual([1.75, 2.5])
  // Positions 0, 0.25 + 2 and 2 + 2.5 of a total of 4.5.
  expect(
    quantiles(
      [
        [10, 1],
        [20, 0.25],
        [30, 1],
      ],
      0.5,
    ),
  ).toEqual([20])
  expect(quantiles([], 0.5)).toEqual([null])
})

it.each(['population', 'elevation'] as const)(
  'of the %s of the sample agree with intersections by shapely to 1e-6',
  async (band) => {
    const text = readFileSync(new URL('./shapely-reference.json', import.meta.url), 'utf8')
    const reference = (JSON.parse(text) as Record<typeof band, number[][]>)[band]
    const units = JSON.parse(readFileSync('samples/nigeria/adm1.geojson', 'utf8')) as {
      features: { geometry: PlaceGeometry }[]
    }
    const file = await openRaster(`samples/nigeria/nga_${band}.tif`)
    const outlines = units.features.map(({ geometry }) => geometry)
    const wanted = { band: 1, outlines, categorical: false, percentiles: PERCENTILES }
    const figures = await zonalFigures(file, wanted, LIMITS)
    await file.close()
    figures.forEach(({ cells, sum, min, max, percentiles }, unit) =>
      [cells, sum, min, max, ...percentiles].forEach((own, at) => {
        const exact = reference[unit][at]
        expect(Math.abs(own! - exact), `unit ${unit}, figure ${at}`).toBeLessThan(
          1e-6 * Math.max(1, Math.abs(exact)),
        )
      }),
    )
  },
)
