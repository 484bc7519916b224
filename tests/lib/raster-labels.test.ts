import { expect, test } from 'vitest'
import { unitOf } from '#service/raster/systems/projection.ts'
import { formatBounds, formatCellSize, formatFile } from '~/components/rasters/raster-labels.ts'

test.each([
  [4326, 'degree'],
  [7844, 'degree'],
  [4087, 'metre'],
  [3857, 'metre'],
  [32632, 'metre'],
  [2263, 'US survey foot'],
])('the unit of EPSG:%i is the %s', (crs, unit) => {
  expect(unitOf({ crs })).toBe(unit)
})

test.each([
  [null, null],
  ['+proj=longlat +ellps=clrk80', 'degree'],
  ['+proj=laea +lat_0=9 +lon_0=8 +ellps=clrk80', 'metre'],
  ['+proj=laea +lat_0=9 +lon_0=8 +ellps=clrk80 +to_meter=0.3048', 'foot'],
  ['+proj=laea +lat_0=9 +lon_0=8 +ellps=clrk80 +to_meter=1.7', null],
])('the unit of a system defined as %s is the %s', (crsDefinition, unit) => {
  expect(unitOf({ crs: null, crsDefinition })).toBe(unit)
})

test('extents and cells are in the unit of the system', () => {
  const bounds: [number, number, number, number] = [-5, 9, 2.5, 15]
  expect(formatBounds({ bounds, crs_unit: 'degree' })).toBe('−5 to 2.5° east, 9 to 15° north')
  expect(formatBounds({ bounds, crs_unit: 'metre' })).toBe('−5 to 2.5 m east, 9 to 15 m north')
  expect(formatBounds({ bounds, crs_unit: null })).toBe('−5 to 2.5 east, 9 to 15 north')
  expect(formatCellSize({ affine: [309.2, 0, 0, 0, -316, 0], crs_unit: 'metre' })).toBe('309.2 × 316 m')
})

test('a file says how it is laid out', () => {
  const file = {
    container: 'BigTIFF',
    blocks: 'strips',
    block_size: [1200, 1],
    overviews: [[600, 300]],
    compression: 'NONE',
    cloud_optimized: false,
  } as const
  expect(formatFile({ ...file, block_size: [1200, 1], overviews: [[600, 300]] })).toBe(
    'BigTIFF, strips of 1 row, 1 overview, not compressed, not Cloud-Optimized',
  )
})
