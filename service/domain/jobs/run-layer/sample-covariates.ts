import { sampleFile } from '../../../raster/sample.ts'
import { LARGEST_VALUE } from '../../../modelling/nodata-codes.ts'
import { RasterError } from '../../../raster/raster-error.ts'
import { impossibleValue } from '../../collections/validate-bands.ts'
import { namingBand, type OpenBand } from './open-bands.ts'

/**
 * A cluster without a value at its place takes the nearest one within this many kilometres: displaced points, coasts.
 */
export const WITHIN_KM = 10

interface ClusterCovariates {
  values: Float64Array[]
  /** Positions of the clusters that have a value for every covariate. */
  keep: number[]
}

export async function sampleCovariates(
  bands: readonly OpenBand[],
  longitude: Float64Array,
  latitude: Float64Array,
): Promise<ClusterCovariates> {
  const all: Float64Array[] = []
  for (const band of bands) {
    const options = { band: band.bandIndex, withinKm: WITHIN_KM }
    const samples = await namingBand(band, () => sampleFile(band.file, longitude, latitude, options))
    all.push(samples.values)
  }
  const keep = Array.from(longitude.keys()).filter((i) => all.every((values) => Number.isFinite(values[i])))
  return { keep, values: all.map((values) => Float64Array.from(keep, (i) => values[i])) }
}

/**
 * People in each cell; NaN and negative values count as 0.
 * @throws RasterError for values that are no numbers of people
 */
export async function samplePopulation(
  band: OpenBand,
  longitude: Float64Array,
  latitude: Float64Array,
): Promise<Float64Array> {
  const { values } = await namingBand(band, () =>
    sampleFile(band.file, longitude, latitude, { band: band.bandIndex }),
  )
  const fill = values.find((people) => Math.abs(people) > LARGEST_VALUE)
  if (fill !== undefined) throw new RasterError(impossibleValue(band.name, fill))
  return values.map((people) => (people > 0 && people < Infinity ? people : 0))
}
