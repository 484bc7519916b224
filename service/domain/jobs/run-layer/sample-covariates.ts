import { sampleFile } from '#service/raster/cells/sample.ts'
import { LARGEST_VALUE } from '../../../modelling/nodata-codes.ts'
import { RasterError } from '../../../raster/raster-error.ts'
import { impossibleValue } from '../../collections/validate-bands.ts'
import { meansOverPlaces, type TruePlaces } from '../../surveys/true-places.ts'
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

/** With `places`, the value of a cluster is the mean over those where it may truly be, if any of them has one. */
export async function sampleCovariates(
  bands: readonly OpenBand[],
  longitude: Float64Array,
  latitude: Float64Array,
  places: TruePlaces | null = null,
): Promise<ClusterCovariates> {
  const all: Float64Array[] = []
  for (const band of bands) {
    const sample = async (at: Pick<TruePlaces, 'longitude' | 'latitude'>, withinKm: number) =>
      (await sampleFile(band.file, at.longitude, at.latitude, { band: band.bandIndex, withinKm })).values
    all.push(
      await namingBand(band, async () => {
        const own = await sample({ longitude, latitude }, WITHIN_KM)
        return places ? meansOverPlaces(places, await sample(places, 0), own) : own
      }),
    )
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
