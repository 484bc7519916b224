import { isNorthUp, sameGrid } from '../../raster/grid.ts'
import type { BandWithGrid } from '../bands/with-grid.ts'

const WGS84 = 4326

/** Why the bands cannot be used together as covariates: one sentence per error, none if they can. */
export function validateBands(bands: readonly BandWithGrid[], population: BandWithGrid | null): string[] {
  const errors: string[] = []
  const [first] = bands
  if (!first) return ['The collection has no bands.']
  if (first.grid.crs !== WGS84 || !isNorthUp(first.grid)) {
    errors.push(
      `The band '${first.name}' is not in degrees (EPSG:4326, north up); warp it with gdalwarp -t_srs EPSG:4326.`,
    )
  }
  for (const band of bands) {
    if (!sameGrid(first.grid, band.grid)) {
      errors.push(
        `The bands '${first.name}' (${sizeOf(first)}) and '${band.name}' (${sizeOf(band)}) are on different grids.`,
      )
    }
    if (band.statistics.min === band.statistics.max) {
      errors.push(
        `The band '${band.name}' is constant (${band.statistics.min} everywhere), so it explains nothing.`,
      )
    }
  }
  if (population) errors.push(...validatePopulation(first, population))
  return errors
}

export function validatePopulation(first: BandWithGrid, population: BandWithGrid): string[] {
  const errors: string[] = []
  if (!sameGrid(first.grid, population.grid)) {
    errors.push(
      `The population band '${population.name}' (${sizeOf(population)}) is on another grid than '${first.name}' (${sizeOf(first)}).`,
    )
  }
  if (population.statistics.min < 0) {
    errors.push(
      `The population band '${population.name}' has cells below 0 (down to ${population.statistics.min}).`,
    )
  }
  return errors
}

const sizeOf = ({ grid }: BandWithGrid) => {
  const [a, b, , d, e] = grid.affine
  const step = (x: number) => Number(x.toPrecision(6))
  return `${grid.width} × ${grid.height} cells of ${step(Math.hypot(a, d))} × ${step(Math.hypot(b, e))}`
}
