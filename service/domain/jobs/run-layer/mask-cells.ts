import { rasterise } from '#service/raster/grids/rasterise.ts'
import { cellCentres, type Grid } from '../../../raster/grid.ts'
import type { CellValues } from '#service/raster/cells/read.ts'
import type { Area } from '../../../geometry/point-in-polygon.ts'
import { RasterError } from '../../../raster/raster-error.ts'
import type { CellShares } from '../../../modelling/layer-types.ts'
import type { CountryShares } from './country-shares.ts'

export interface MaskedCells {
  /** Row-major positions in the grid. */
  index: Int32Array
  longitude: Float64Array
  latitude: Float64Array
  /** People of the country in each cell; null without a population. */
  population: Float64Array | null
  shares?: CellShares
  /** Cells of the country without a value in some covariate. */
  withoutCovariates: number
  border: BorderCells
  /** People of the country in cells without a value in some covariate; null if there are none. */
  leftOut: LeftOut | null
}

/** Cells that the outline cuts and in which people live. */
interface BorderCells {
  /** Number of cells that count with all of their people. */
  whole: number
  /** Number of cells that count with the share of their area. */
  shared: number
  /** People of these beyond the outline. */
  beyond: number
}

interface LeftOut {
  people: number
  /** Share of all people of the country. */
  share: number
  cells: number
  /** Place of the cell with most of them. */
  longitude: number
  latitude: number
}

/**
 * Cells of the country where every covariate has a value: those whose centre lies in the country and, with a
 * population, those of whose people some count.
 */
export function maskCells(
  grid: Grid,
  country: readonly Area[],
  covariates: readonly CellValues[],
  shares: CountryShares | null = null,
): MaskedCells {
  const units = rasterise(grid, country)
  const counted = (cell: number) => (shares ? shares.population[cell] * shares.people[cell] : 0)
  const index: number[] = []
  const without: number[] = []
  const border: BorderCells = { whole: 0, shared: 0, beyond: 0 }
  for (let cell = 0; cell < units.length; cell++) {
    if (units[cell] < 0 && !(shares && shares.people[cell] > 0)) continue
    if (!covariates.every((values) => Number.isFinite(values[cell]))) {
      without.push(cell)
      continue
    }
    index.push(cell)
    if (!shares || shares.area[cell] === 1 || shares.population[cell] === 0) continue
    border[shares.people[cell] === 1 ? 'whole' : 'shared']++
    border.beyond += shares.population[cell] - counted(cell)
  }
  if (index.length === 0) throw new RasterError('The band collection has no values inside the country.')
  const { x, y } = cellCentres(grid)
  const sum = (cells: readonly number[]) => cells.reduce((people, cell) => people + counted(cell), 0)
  const lost = sum(without)
  const most = without.reduce((best, cell) => (counted(cell) > counted(best) ? cell : best), without[0])
  return {
    index: Int32Array.from(index),
    longitude: Float64Array.from(index, (cell) => x[cell]),
    latitude: Float64Array.from(index, (cell) => y[cell]),
    population: shares && Float64Array.from(index, counted),
    ...(shares && {
      shares: {
        area: Float64Array.from(index, (cell) => shares.area[cell]),
        people: Float64Array.from(index, (cell) => shares.people[cell]),
      },
    }),
    withoutCovariates: without.filter((cell) => units[cell] >= 0).length,
    border,
    leftOut:
      lost > 0
        ? {
            people: lost,
            share: lost / (lost + sum(index)),
            cells: without.filter((cell) => counted(cell) > 0).length,
            longitude: x[most],
            latitude: y[most],
          }
        : null,
  }
}
