import { edgeAt, type Grid, positionAt, sameSystem } from '../../raster/grid.ts'
import { nameOfCrs } from '../../raster/systems/projection.ts'

interface Placed {
  name: string
  grid: Grid
}

/** Why two bands whose grids are not the same cannot be used together, and how they can. */
export const differentGrids = (first: Placed, band: Placed): string =>
  `The bands ${sized(first)} and ${sized(band)} are on different grids${differenceOf(first, band)}. Process both to one grid.`

export const differentPopulationGrid = (first: Placed, population: Placed): string =>
  `The population band ${sized(population)} is on a different grid from ${sized(first)}${differenceOf(first, population)}. Process both to one grid.`

/** What their sizes do not show. */
function differenceOf(first: Placed, band: Placed): string {
  if (!sameSystem(first.grid, band.grid)) return `: ${nameOfCrs(first.grid)} and ${nameOfCrs(band.grid)}`
  return sizeOf(first.grid) === sizeOf(band.grid) ? `: ${originOf(first, band)}` : ''
}

const sized = ({ name, grid }: Placed) => `'${name}' (${sizeOf(grid)})`

/** "'b' begins 0.5 cells east and 0.5 cells north of 'a'" */
function originOf(first: Placed, band: Placed): string {
  const [columns, rows] = positionAt(first.grid, ...edgeAt(band.grid, 0, 0))
  const parts = [
    Math.abs(columns) > LEAST ? `${cells(columns)} ${columns > 0 ? 'east' : 'west'}` : '',
    Math.abs(rows) > LEAST ? `${cells(rows)} ${rows > 0 ? 'south' : 'north'}` : '',
  ].filter(Boolean)
  return parts.length > 0
    ? `'${band.name}' begins ${parts.join(' and ')} of '${first.name}'`
    : 'their cells differ slightly in size'
}

/** In cells; as `sameGrid`. */
const LEAST = 1e-3

function cells(distance: number): string {
  const size = Number(Math.abs(distance).toPrecision(3))
  return `${size} ${size === 1 ? 'cell' : 'cells'}`
}

function sizeOf({ width, height, affine: [a, b, , d, e] }: Grid): string {
  const step = (x: number) => Number(x.toPrecision(6))
  return `${width} × ${height} cells of ${step(Math.hypot(a, d))} × ${step(Math.hypot(b, e))}`
}
