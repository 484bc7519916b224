import { rasterise } from '../../../raster/rasterise.ts'
import { cellCentres, type Grid } from '../../../raster/grid.ts'
import type { CellValues } from '../../../raster/read.ts'
import type { Area } from '../../../geometry/point-in-polygon.ts'
import { RasterError } from '../../../raster/raster-error.ts'

export interface MaskedCells {
  /** Row-major positions in the grid. */
  index: Int32Array
  longitude: Float64Array
  latitude: Float64Array
  /** Cells of the country without a value in some covariate. */
  withoutCovariates: number
}

/** Cells whose centre lies in the country and where every covariate has a value. */
export function maskCells(
  grid: Grid,
  country: readonly Area[],
  covariates: readonly CellValues[],
): MaskedCells {
  const units = rasterise(grid, country)
  const index: number[] = []
  let withoutCovariates = 0
  for (let cell = 0; cell < units.length; cell++) {
    if (units[cell] < 0) continue
    if (covariates.every((values) => Number.isFinite(values[cell]))) index.push(cell)
    else withoutCovariates++
  }
  if (index.length === 0) throw new RasterError('The band collection has no values inside the country.')
  const { x, y } = cellCentres(grid)
  return {
    index: Int32Array.from(index),
    longitude: Float64Array.from(index, (cell) => x[cell]),
    latitude: Float64Array.from(index, (cell) => y[cell]),
    withoutCovariates,
  }
}
