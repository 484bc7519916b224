import { reachesBeyond180 } from '../../raster/grids/around-globe.ts'
import { isNorthUp, sameGrid } from '../../raster/grid.ts'
import { differentGrids, differentPopulationGrid } from './describe-grids.ts'
import type { BandWithGrid } from '../bands/with-grid.ts'
import { show, showExactly } from '../rasters/show-number.ts'
import { LARGEST_VALUE } from '../../modelling/nodata-codes.ts'
import { FAR } from '../../modelling/diagnostics/far-value-findings.ts'
import { farEnd } from '../rasters/task/far-end.ts'
import { suspectsOf } from '../rasters/suspect-nodata.ts'

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
      errors.push(differentGrids(first, band))
    }
    errors.push(...impossibleValues(band))
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
  const errors = impossibleValues(population)
  if (!sameGrid(first.grid, population.grid)) {
    errors.push(differentPopulationGrid(first, population))
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
  ...farWarnings(bands),
]

/** Declared nodata does not count in the statistics. */
const nodataWarnings = (bands: readonly BandWithGrid[]): Warning[] =>
  bands.flatMap(({ name, statistics }) =>
    suspectsOf(statistics)
      .filter(({ impossible }) => !impossible)
      .map(({ end, stored }) => ({
        message: `The ${end} ${statistics.scaling ? 'stored value' : 'value'} of the band '${name}' is ${showExactly(stored)}, which looks like nodata but is not marked as such.`,
        help: 'Mark it with the command in the findings of its raster, and upload the result.',
      })),
  )

/** A cell or a few whose value is far from all others, unless it is no quantity or looks like nodata. */
const farWarnings = (bands: readonly BandWithGrid[]): Warning[] =>
  bands.flatMap(({ name, statistics }) => {
    const far = suspectsOf(statistics).length === 0 ? farEnd(statistics) : null
    if (!far) return []
    return [
      {
        message: `The ${far.end} value of the band '${name}' is ${showExactly(far.value)}, more than ${FAR} standard deviations from all others.`,
        help: 'Check it: correct an error, or mark it as nodata, and upload the raster again.',
      },
    ]
  })

/** As a value, or as the cells hold it. */
function impossibleValues({ name, statistics }: BandWithGrid): string[] {
  const value =
    [statistics.min, statistics.max].find((end) => Math.abs(end) > LARGEST_VALUE) ??
    suspectsOf(statistics).find(({ impossible }) => impossible)?.stored
  return value === undefined ? [] : [impossibleValue(name, value)]
}

export const impossibleValue = (band: string, value: number) =>
  `The band '${band}' has the value '${value}', which is too large for any quantity: it is nodata that the file does not declare. Mark it with the command in the findings of its raster, and upload the result.`

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
