import { reachesBeyond180 } from '../../raster/around-globe.ts'
import { isNorthUp, sameGrid } from '../../raster/grid.ts'
import type { BandWithGrid } from '../bands/with-grid.ts'
import { show } from '../rasters/show-number.ts'
import { looksLikeNodata } from '../rasters/suspect-nodata.ts'

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
  if (reachesBeyond180(first.grid)) errors.push(beyond180(first.name))
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

export const beyond180 = (band: string) =>
  `The longitudes of the band '${band}' reach below −180° or above 180°; process its raster, and use the result.`

export function validatePopulation(first: BandWithGrid, population: BandWithGrid): string[] {
  const errors: string[] = []
  if (!sameGrid(first.grid, population.grid)) {
    errors.push(
      `The population band '${population.name}' (${sizeOf(population)}) is on a different grid from '${first.name}' (${sizeOf(first)}).`,
    )
  }
  if (population.statistics.min < 0) {
    errors.push(
      `The population band '${population.name}' has cells below 0 (down to ${show(population.statistics.min)}).`,
    )
  }
  return errors
}

/** An indicator, which a straight line fits as well as a step. */
const INDICATOR_CLASSES = 2

interface Warning {
  message: string
  help: string
}

/** What to look at before bands are used as covariates, by what is catalogued of them. */
export const bandWarnings = (bands: readonly BandWithGrid[]): Warning[] => [
  ...classWarnings(bands),
  ...nodataWarnings(bands),
]

/** Declared nodata does not count in the statistics. */
const nodataWarnings = (bands: readonly BandWithGrid[]): Warning[] =>
  bands
    .filter(({ statistics: { min } }) => looksLikeNodata(min))
    .map(({ name, statistics: { min } }) => ({
      message: `The smallest value of the band '${name}' is ${show(min)}, which looks like nodata but is not marked as such.`,
      help: `Mark it (gdal_translate -a_nodata ${Number(min.toPrecision(7))}) and upload the raster again.`,
    }))

/** The bands whose cells are classes, such as land cover: a model uses every covariate as a quantity. */
function classWarnings(bands: readonly BandWithGrid[]): Warning[] {
  return bands
    .filter(
      ({ categorical, statistics: { classes } }) =>
        categorical && !(classes && classes.length <= INDICATOR_CLASSES),
    )
    .map(({ name, statistics: { classes } }) => ({
      message: `The cells of the band '${name}' are ${classes ? `${classes.length} ` : ''}classes, but a model uses their numbers as quantities.`,
      help: 'Use an indicator band per class (1 in the class, 0 elsewhere) instead, or leave the band out.',
    }))
}

const sizeOf = ({ grid }: BandWithGrid) => {
  const [a, b, , d, e] = grid.affine
  const step = (x: number) => Number(x.toPrecision(6))
  return `${grid.width} × ${grid.height} cells of ${step(Math.hypot(a, d))} × ${step(Math.hypot(b, e))}`
}
