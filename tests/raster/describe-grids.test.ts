import { expect, test } from 'vitest'
import { differentGrids, differentPopulationGrid } from '#service/domain/collections/describe-grids.ts'

const grid = (west: number, north: number, width = 289, crs = 4326, cell = 0.5) => ({
  width,
  height: 232,
  affine: [cell, 0, west, 0, -cell, north] as const,
  crs,
})
const elevation = { name: 'elevation', grid: grid(2, 14) }

test.each([
  [
    'half a cell east and north',
    grid(2.25, 14.25),
    "'rain' begins 0.5 cells east and 0.5 cells north of 'elevation'",
  ],
  ['a cell west', grid(1.5, 14), "'rain' begins 1 cell west of 'elevation'"],
  ['two cells south', grid(2, 13), "'rain' begins 2 cells south of 'elevation'"],
])('grids of the same size: %s', (_, other, difference) => {
  expect(differentGrids(elevation, { name: 'rain', grid: other })).toBe(
    `The bands 'elevation' (289 × 232 cells of 0.5 × 0.5) and 'rain' (289 × 232 cells of 0.5 × 0.5) are on different grids: ${difference}. Process both to one grid.`,
  )
})
test('of another size or system', () => {
  expect(differentGrids(elevation, { name: 'rain', grid: grid(2, 14, 100) })).toMatch(
    /'rain' \(100 × 232 .*\) are on different grids\. Process/,
  )
  expect(differentPopulationGrid(elevation, { name: 'people', grid: grid(2, 14, 289, 3857) })).toBe(
    "The population band 'people' (289 × 232 cells of 0.5 × 0.5) is on a different grid from 'elevation' (289 × 232 cells of 0.5 × 0.5): EPSG:4326 (WGS 84) and EPSG:3857 (WGS 84 / Pseudo-Mercator). Process both to one grid.",
  )
})
