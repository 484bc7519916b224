import { ModelError } from './model-error.ts'
import { LARGEST_VALUE } from './nodata-codes.ts'
import type { LayerInput, LayerOptions } from './layer-types.ts'

const MIN_CLUSTERS = 50
/** As many as were measured. */
export const MAX_CLUSTERS = 60_000

function finite(values: ArrayLike<number>, what: string): void {
  for (let index = 0; index < values.length; index++) {
    if (!Number.isFinite(values[index])) throw new ModelError(`${what} ${index + 1} is not a number.`)
  }
}

/** A fill that the file does not declare as nodata would be modelled as a value. */
function plausible(values: ArrayLike<number>, what: string): void {
  for (let index = 0; index < values.length; index++) {
    if (Math.abs(values[index]) <= LARGEST_VALUE) continue
    throw new ModelError(
      `${what} ${index + 1} is '${values[index]}', which is too large for any quantity: it is probably nodata that the file does not declare. Mark it (gdal_translate -a_nodata ${values[index]} in.tif out.tif), upload the raster again, and run the layer with that.`,
    )
  }
}

function sameLength(values: ArrayLike<unknown>, count: number, what: string): void {
  if (values.length !== count) {
    throw new ModelError(`${what} holds ${values.length} values where ${count} are needed.`)
  }
}

/** Throws ModelError for the first input that the engine cannot use. */
export function checkInput(input: LayerInput, options: LayerOptions): void {
  const { clusters, cells } = input
  const n = clusters.id.length
  if (n < MIN_CLUSTERS) {
    throw new ModelError(`The survey has ${n} clusters; at least ${MIN_CLUSTERS} are needed.`)
  }
  if (n > MAX_CLUSTERS) {
    throw new ModelError(
      `The survey has ${n.toLocaleString('en')} clusters; the engine takes up to ${MAX_CLUSTERS.toLocaleString('en')}.`,
    )
  }
  for (const key of ['longitude', 'latitude', 'numerator', 'denominator', 'weight'] as const) {
    sameLength(clusters[key], n, `The clusters' ${key}`)
    finite(clusters[key], `The ${key} of cluster`)
  }
  sameLength(clusters.stratum, n, "The clusters' stratum")
  if (clusters.urban) sameLength(clusters.urban, n, "The clusters' urban flag")
  let varies = false
  for (let i = 0; i < n; i++) {
    const [y, trials] = [clusters.numerator[i], clusters.denominator[i]]
    if (!(trials > 0 && y >= 0 && y <= trials)) {
      throw new ModelError(`Cluster ${clusters.id[i]} has numerator ${y} and denominator ${trials}.`)
    }
    if (!(clusters.weight[i] > 0)) throw new ModelError(`Cluster ${clusters.id[i]} has no weight above 0.`)
    if (Math.abs(clusters.longitude[i]) > 180 || Math.abs(clusters.latitude[i]) > 90) {
      throw new ModelError(
        `Cluster ${clusters.id[i]} is at ${clusters.longitude[i]}, ${clusters.latitude[i]}, which are not degrees of longitude and latitude.`,
      )
    }
    varies ||= y / trials !== clusters.numerator[0] / clusters.denominator[0]
  }
  // None or all affected still bounds prevalence; any other common proportion is no survey.
  const share = clusters.numerator[0] / clusters.denominator[0]
  if (!varies && share > 0 && share < 1)
    throw new ModelError('Every cluster has the same proportion, so there is nothing to model.')

  const count = cells.longitude.length
  if (count === 0) throw new ModelError('No cell of the collection has values for every covariate.')
  sameLength(cells.latitude, count, "The cells' latitude")
  finite(cells.longitude, 'The longitude of cell')
  finite(cells.latitude, 'The latitude of cell')
  const outside = cells.longitude.findIndex((x, i) => Math.abs(x) > 180 || Math.abs(cells.latitude[i]) > 90)
  if (outside >= 0) {
    throw new ModelError(
      `Cell ${outside + 1} is at ${cells.longitude[outside]}, ${cells.latitude[outside]}, which are not degrees of longitude and latitude.`,
    )
  }
  sameLength(input.covariatesAtClusters, input.covariateNames.length, 'The list of covariates at clusters')
  sameLength(cells.covariates, input.covariateNames.length, 'The list of covariates at cells')
  input.covariateNames.forEach((name, index) => {
    sameLength(input.covariatesAtClusters[index], n, `The covariate '${name}' at clusters`)
    sameLength(cells.covariates[index], count, `The covariate '${name}' at cells`)
    finite(input.covariatesAtClusters[index], `The covariate '${name}' at cluster`)
    finite(cells.covariates[index], `The covariate '${name}' at cell`)
    plausible(input.covariatesAtClusters[index], `The covariate '${name}' at cluster`)
    plausible(cells.covariates[index], `The covariate '${name}' at cell`)
  })
  if (cells.population) {
    sameLength(cells.population, count, 'The population')
    plausible(cells.population, 'The population of cell')
    if (!cells.population.some((people) => people > 0)) {
      throw new ModelError(
        'No one lives in any cell according to the population band, so cells have no weights; choose another band.',
      )
    }
  }
  for (const level of input.admin) {
    sameLength(level.cellUnit, count, `The level ${level.level} units of the cells`)
    sameLength(level.clusterUnit, n, `The level ${level.level} units of the clusters`)
    for (const units of [level.cellUnit, level.clusterUnit]) {
      const outside = units.find((unit) => unit < -1 || unit >= level.unitCount)
      if (outside !== undefined) {
        throw new ModelError(
          `Level ${level.level} has ${level.unitCount} units, but unit ${outside} is used.`,
        )
      }
    }
  }
  if (!(Number.isInteger(options.folds) && options.folds >= 2 && options.folds <= n / 2)) {
    throw new ModelError(`The number of folds must be a whole number between 2 and ${Math.floor(n / 2)}.`)
  }
  if (!(Number.isInteger(options.draws) && options.draws >= 10)) {
    throw new ModelError('The number of draws must be a whole number of at least 10.')
  }
  if (options.blockKm !== 'auto' && !(options.blockKm > 0)) {
    throw new ModelError('The block length must be above 0 km.')
  }
  checkFigures(options)
}

function checkFigures({ exceedanceThreshold, urbanShare, rakeTo }: LayerOptions): void {
  const share = (value: number | null, what: string) => {
    if (value !== null && !(value >= 0 && value <= 1))
      throw new ModelError(`${what} is ${value}; it must be between 0 and 1.`)
  }
  share(exceedanceThreshold, 'The threshold of exceedance')
  if (urbanShare !== 'sample') share(urbanShare, 'The urban share')
  const seen = new Set<number>()
  for (const { unit, name, prevalence } of rakeTo?.figures ?? []) {
    if (!(prevalence > 0 && prevalence < 1)) {
      throw new ModelError(
        `The prevalence to rake ${name} to is ${prevalence}; it must be above 0 and below 1, since no shift of logits gives 0 or 1.`,
      )
    }
    if (seen.has(unit)) throw new ModelError(`There are two prevalences to rake ${name} to.`)
    seen.add(unit)
  }
}
