import { describe, expect, it } from 'vitest'
import { areaShares, edgeCells, mainUnits } from '#service/raster/grids/cell-shares.ts'
import type { Grid } from '#service/raster/grid.ts'
import type { Area } from '#service/geometry/point-in-polygon.ts'

/** 4 × 2 cells of a degree, from 0 to 4 degrees east, 2 to 0 degrees north. */
const grid: Grid = { width: 4, height: 2, affine: [1, 0, 0, 0, -1, 2], crs: 4326 }
const area = (...corners: [number, number][]): Area => ({
  type: 'Polygon',
  coordinates: [[...corners, corners[0]]],
})
const box = (west: number, south: number, east: number, north: number) =>
  area([west, south], [east, south], [east, north], [west, north])

describe('the cells that an outline cuts', () => {
  it('are not those that it only runs along, even if it was rounded', () => {
    expect(edgeCells(grid, [box(0, 0, 3, 2)])).not.toContain(1)
    expect(edgeCells(grid, [box(1e-4, 0, 3.0001, 1.9999)])).not.toContain(1)
  })
  it('are all that an edge passes through: upright, level and slanted ones', () => {
    expect([...edgeCells(grid, [box(0, 0, 2.5, 2)])]).toEqual([0, 0, 1, 0, 0, 0, 1, 0])
    expect([...edgeCells(grid, [box(0, 0.5, 4, 2)])]).toEqual([0, 0, 0, 0, 1, 1, 1, 1])
    expect([...edgeCells(grid, [area([0, 0], [4, 2], [0, 2])])]).toEqual([0, 0, 1, 1, 1, 1, 0, 0])
  })
  it('include those around a sliver that no sub-point hits, and nothing outside the grid', () => {
    const sliver = box(1.4, 0.51, 1.42, 9)
    expect([...edgeCells(grid, [sliver])]).toEqual([0, 1, 0, 0, 0, 1, 0, 0])
    expect([...areaShares(grid, [sliver])]).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
  })
})

describe('the share of a cell inside', () => {
  it('is its area, of all units together', () => {
    const shares = areaShares(grid, [box(0, 0, 1.5, 2), box(1.5, 1.25, 1.75, 2)])
    expect([...shares]).toEqual([1, 0.5 + 0.25 * 0.75, 0, 0, 1, 0.5, 0, 0])
  })
  it('is that of a triangle, within a sub-point per row', () => {
    const [, , half] = areaShares(grid, [area([2, 1], [3, 2], [2, 2])])
    expect(Math.abs(half - 0.5)).toBeLessThanOrEqual(8 / 64 / 2)
  })
})

describe('the unit of a cell', () => {
  it('is the one with most of its area, the first of equal ones, none if no unit has any', () => {
    const units = [box(0, 0, 0.4, 2), box(0.4, 0, 1, 2), box(1, 0, 1.5, 2), box(1.5, 0, 2, 2)]
    expect([...mainUnits(grid, units, [0, 1, 2])]).toEqual([1, 2, -1])
    expect([...mainUnits(grid, units, [])]).toEqual([])
  })
})
