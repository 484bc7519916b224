import { isEpsgCode, systemCode } from '#common/system-code.ts'
import type { Affine, Bounds } from '../../raster/grid.ts'
import { METRES_PER_DEGREE } from '../../raster/systems/projection.ts'

/** Fields of the projection extension 1.2.0: the code in both spellings. */
export interface Projected {
  'proj:epsg': number | null
  'proj:code': string | null
  'proj:bbox'?: readonly number[]
  'proj:shape'?: readonly [number, number]
  'proj:transform'?: readonly number[]
}

export const projectionOf = (grid: {
  epsg: number | null
  bounds: Bounds
  width: number
  height: number
  affine: Affine
}): Projected => ({
  'proj:epsg': grid.epsg !== null && isEpsgCode(grid.epsg) ? grid.epsg : null,
  'proj:code': grid.epsg === null ? null : systemCode(grid.epsg),
  'proj:bbox': grid.bounds,
  'proj:shape': [grid.height, grid.width],
  'proj:transform': grid.affine,
})

/**
 * The grid of a job's outputs, which are in degrees with square cells: from their bounds and the height of a cell that
 * was recorded in metres. Only the bounds if the cells do not fit them.
 */
export function projectionOfOutputs(bounds: Bounds | null, resolutionM: number | null): Projected {
  const code = { 'proj:epsg': 4326, 'proj:code': 'EPSG:4326' }
  if (!bounds) return code
  const [west, south, east, north] = bounds
  const cell = (resolutionM ?? 0) / METRES_PER_DEGREE
  const [columns, rows] = [(east - west) / cell, (north - south) / cell]
  const [width, height] = [Math.round(columns), Math.round(rows)]
  const fits = Math.abs(columns - width) < 0.01 && Math.abs(rows - height) < 0.01
  if (!fits || width < 1 || height < 1) return { ...code, 'proj:bbox': bounds }
  const affine = [(east - west) / width, 0, west, 0, (south - north) / height, north] as const
  return projectionOf({ epsg: 4326, bounds, width, height, affine })
}
