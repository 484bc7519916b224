import { readFileSync } from 'node:fs'
import type { FeatureCollection } from 'geojson'
import { describe, expect, test } from 'vitest'
import { greatCircleKm } from '#service/geometry/great-circle.ts'
import { cellCentres, type Grid } from '#service/raster/grid.ts'
import {
  areaBounds,
  distanceToEdgeKm,
  distanceToPolygonKm,
  inPolygon,
  type Area,
} from '#service/geometry/point-in-polygon.ts'
import { rasterise } from '#service/raster/grids/rasterise.ts'
import { expected, fixture, sample } from './fixtures.ts'

const areasOf = (path: string) =>
  (JSON.parse(readFileSync(path, 'utf8')) as FeatureCollection).features.map((f) => f.geometry as Area)
const areas = areasOf(fixture('areas.geojson'))
const grid: Grid = { width: 60, height: 50, affine: [0.2, 0, 0, 0, -0.2, 10], crs: 4326 }

describe('rasterise', () => {
  test('as gdal_rasterize: holes, islands, parts outside, the first of two overlapping units', () => {
    expect(Array.from(rasterise(grid, areas))).toEqual(expected.rasterise)
  })

  test('agrees with the point test at every cell of Nigeria, state by state', () => {
    const states = areasOf(sample('adm1.geojson'))
    const coarse: Grid = { width: 121, height: 97, affine: [0.1, 0, 2.63, 0, -0.1, 13.93], crs: 4326 }
    const units = rasterise(coarse, states)
    const { x, y } = cellCentres(coarse)
    const byPoint = Int32Array.from(x, (lon, i) => states.findIndex((state) => inPolygon(state, lon, y[i])))
    expect(units).toEqual(byPoint)
  })

  test('missing or tiny units cover no cell', () => {
    const tiny: Area = {
      type: 'Polygon',
      coordinates: [
        [
          [5.31, 5.31],
          [5.33, 5.31],
          [5.33, 5.33],
          [5.31, 5.31],
        ],
      ],
    }
    expect(rasterise(grid, [null, tiny]).every((unit) => unit === -1)).toBe(true)
  })

  test('centres on a shared border belong to exactly one side', () => {
    const square = (west: number): Area => ({
      type: 'Polygon',
      coordinates: [
        [
          [west, 1.1],
          [west + 2, 1.1],
          [west + 2, 3.1],
          [west, 3.1],
          [west, 1.1],
        ],
      ],
    })
    const left = rasterise(grid, [square(1.1)])
    const right = rasterise(grid, [square(3.1)])
    expect(left.filter((unit, i) => unit === 0 && right[i] === 0).length).toBe(0)
    expect(left.filter((unit) => unit === 0).length).toBe(100)
    expect(right.filter((unit) => unit === 0).length).toBe(100)
  })

  test('a rotated grid is rejected', () => {
    expect(() => rasterise({ ...grid, affine: [0.2, 0.1, 0, 0, -0.2, 10] }, areas)).toThrow('north-up')
  })
})

describe('distance to an area', () => {
  const square: Area = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 50],
        [2, 50],
        [2, 52],
        [0, 52],
        [0, 50],
      ],
    ],
  }

  test('is 0 inside and the great-circle distance outside, within 1 %', () => {
    expect(distanceToPolygonKm(square, 1, 51)).toBe(0)
    expect(distanceToPolygonKm(square, 3, 51)).toBeCloseTo(greatCircleKm(3, 51, 2, 51), 0)
    expect(distanceToPolygonKm(square, 1, 52.09)).toBeCloseTo(10.0075, 3)
    const corner = distanceToPolygonKm(square, 3, 53)
    expect(Math.abs(corner / greatCircleKm(3, 53, 2, 52) - 1)).toBeLessThan(0.01)
  })

  test('counts holes as outside, and measures the edge from inside', () => {
    expect(distanceToPolygonKm(areas[0], 5.2, 5.2)).toBeGreaterThan(0)
    expect(distanceToPolygonKm(areas[0], 4, 4)).toBe(0)
    expect(distanceToEdgeKm(square, 1, 51)).toBeGreaterThan(60)
  })

  test('distinguishes a cluster in the sea from one on land', () => {
    const [nigeria] = areasOf(sample('adm0.geojson'))
    expect(distanceToPolygonKm(nigeria, 3.39, 6.46)).toBeLessThan(10)
    expect(distanceToPolygonKm(nigeria, 3.39, 5.0)).toBeGreaterThan(100)
    expect(distanceToPolygonKm(nigeria, 0, 0)).toBeGreaterThan(500)
  })
})

test('bounds of an area', () => {
  expect(areaBounds(areas[2])).toEqual([9.03, -3.01, 15.07, 2.03])
})

// sphere of radius 6371.0088 km: one degree of a meridian is 111.195 km
test('great-circle distance', () => {
  expect(greatCircleKm(0, 0, 0, 1)).toBeCloseTo(111.1951, 4)
  expect(greatCircleKm(0, 0, 180, 0)).toBeCloseTo(Math.PI * 6371.0088, 6)
  expect(greatCircleKm(7, 9, 7, 9)).toBe(0)
})
