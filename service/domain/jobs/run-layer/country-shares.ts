import type { Area } from '../../../geometry/point-in-polygon.ts'
import { areaShares, edgeCells } from '#service/raster/grids/cell-shares.ts'
import { cellCentres, subgrid, type Grid } from '../../../raster/grid.ts'

/** Per cell of a grid, row-major, what belongs to the country. */
export interface CountryShares {
  /** Share of the cell's area. */
  area: Float32Array
  /** Share of its people that count. */
  people: Float32Array
  /** People in the cell, all of them. */
  population: Float64Array
}

/**
 * No one lives in cells with less than this share of the people of the cell beside them: a population that was cut and
 * then resampled leaves a few people beyond the outline.
 */
const EMPTY = 0.05
/** Neighbours are sought this many cells away, also beyond the grid, which ends at the country. */
const REACH = 2

type SamplePeople = (longitude: Float64Array, latitude: Float64Array) => Promise<Float64Array>

/**
 * People live unevenly within a cell, so those of one that the outline cuts cannot be divided well: all of them count
 * where no one lives in the neighbouring cells that are wholly outside (a coast, or a population that was cut to the
 * country), else the share of the cell's area, so that people of the neighbouring country do not count.
 */
export async function countryShares(
  grid: Grid,
  country: readonly Area[],
  sample: SamplePeople,
): Promise<CountryShares> {
  const { width, height } = grid
  const wide = width + 2 * REACH
  const around = subgrid(grid, { column: -REACH, row: -REACH, width: wide, height: height + 2 * REACH })
  const { x, y } = cellCentres(around)
  const everyone = await sample(x, y)
  const area = areaShares(grid, country)
  const cut = edgeCells(grid, country)
  const isOutside = (column: number, row: number) => {
    if (column < 0 || row < 0 || column >= width || row >= height) return true
    return area[row * width + column] === 0 && cut[row * width + column] === 0
  }
  /** Most people in any of the nearest cells that are wholly outside. */
  const mostOutside = (column: number, row: number): number => {
    for (let reach = 1; reach <= REACH; reach++) {
      let most = 0
      let cells = 0
      for (let j = row - reach; j <= row + reach; j++) {
        for (let i = column - reach; i <= column + reach; i++) {
          if (!isOutside(i, j)) continue
          cells++
          most = Math.max(most, everyone[(j + REACH) * wide + i + REACH])
        }
      }
      if (cells > 0) return most
    }
    return 0
  }
  const population = new Float64Array(width * height)
  const people = Float32Array.from(area, (share, cell) => {
    const [column, row] = [cell % width, Math.floor(cell / width)]
    population[cell] = everyone[(row + REACH) * wide + column + REACH]
    if (!cut[cell] || share === 1) return share > 0 ? 1 : 0
    return mostOutside(column, row) <= EMPTY * population[cell] ? 1 : share
  })
  return { area, people, population }
}
