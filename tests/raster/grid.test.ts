import { describe, expect, test } from 'vitest'
import {
  cellCentres,
  cellOf,
  edgeAt,
  gridBounds,
  intersect,
  positionAt,
  requireNorthUp,
  sameGrid,
  subgrid,
  windowOf,
  type Grid,
} from '#service/raster/grid.ts'

const grid: Grid = { width: 8, height: 4, affine: [0.5, 0, 10, 0, -0.25, 3], crs: 4326 }
const rotated: Grid = { ...grid, affine: [0.4, 0.1, 10, 0.05, -0.2, 3] }

test('bounds are the outer edges, rotated grids included', () => {
  expect(gridBounds(grid)).toEqual([10, 2, 14, 3])
  const [west, south, east, north] = gridBounds(rotated)
  expect(west).toBe(10)
  expect(south).toBeCloseTo(2.2, 12)
  expect(east).toBeCloseTo(13.6, 12)
  expect(north).toBeCloseTo(3.4, 12)
})

test.each([grid, rotated])('position is the inverse of edge', (any) => {
  const [column, row] = positionAt(any, ...edgeAt(any, 3.25, 1.75))
  expect(column).toBeCloseTo(3.25, 12)
  expect(row).toBeCloseTo(1.75, 12)
})

test('each centre lies in its own cell', () => {
  const { x, y } = cellCentres(grid)
  expect([x[0], y[0], x[31], y[31]]).toEqual([10.25, 2.875, 13.75, 2.125])
  for (let i = 0; i < x.length; i++) expect(cellOf(grid, x[i], y[i])).toBe(i)
})

test('edges: upper and left belong to the cell, lower and right do not', () => {
  expect(cellOf(grid, 10, 3)).toBe(0)
  expect(cellOf(grid, 10.5, 2.75)).toBe(9)
  expect(cellOf(grid, 14, 2.5)).toBe(-1)
  expect(cellOf(grid, 12, 2)).toBe(-1)
  expect(cellOf(grid, 9.99, 2.5)).toBe(-1)
})

describe('the same grid', () => {
  const moved = (by: number): Grid => ({ ...grid, affine: [0.5, 0, 10 + by, 0, -0.25, 3] })
  test('up to a thousandth of a cell', () => {
    expect(sameGrid(grid, moved(0.0004))).toBe(true)
    expect(sameGrid(grid, moved(0.0006))).toBe(false)
    expect(sameGrid(grid, moved(0.0006), 0.01)).toBe(true)
  })
  test('a drift of the cell size adds up at the far corner', () => {
    expect(sameGrid(grid, { ...grid, affine: [0.5001, 0, 10, 0, -0.25, 3] })).toBe(false)
  })
  test('not with another size or CRS', () => {
    expect(sameGrid(grid, { ...grid, width: 9 })).toBe(false)
    expect(sameGrid(grid, { ...grid, crs: 3857 })).toBe(false)
  })
})

test('windows are whole cells, clipped, and null without an intersection', () => {
  expect(windowOf(grid, [10.6, 2.3, 11.2, 2.7])).toEqual({ column: 1, row: 1, width: 2, height: 2 })
  expect(windowOf(grid, [-180, -90, 180, 90])).toEqual({ column: 0, row: 0, width: 8, height: 4 })
  expect(windowOf(grid, [10.5, 2.5, 11.0000001, 2.75])).toEqual({ column: 1, row: 1, width: 1, height: 1 })
  expect(windowOf(grid, [20, 2, 21, 3])).toBeNull()
})

test('a subgrid keeps the coordinates of its cells', () => {
  const part = subgrid(grid, { column: 2, row: 1, width: 3, height: 2 })
  expect(edgeAt(part, 1, 1)).toEqual(edgeAt(grid, 3, 2))
  expect([part.width, part.height, part.crs]).toEqual([3, 2, 4326])
})

test('intersection of bounds', () => {
  expect(intersect([0, 0, 2, 2], [1, 1, 3, 3])).toEqual([1, 1, 2, 2])
  expect(intersect([0, 0, 1, 1], [1, 0, 2, 1])).toBeNull()
})

test('a rotated grid is rejected if north-up is required', () => {
  expect(() => requireNorthUp(rotated)).toThrow('gdalwarp')
  expect(() => requireNorthUp(grid)).not.toThrow()
})
