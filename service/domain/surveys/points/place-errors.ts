import type { PointsColumns } from '#service/db/schema.ts'
import { PLACE_REMEDIES, type PlaceRemedy, REMEDY_WORDS } from '#contract/surveys/place-remedies.ts'
import { applyRemedy } from '#service/geometry/place-remedies.ts'
import { wrapLongitude } from '#service/geometry/wrap-longitude.ts'
import type { CountryOutlines } from '../../place-groups/country-outlines.ts'
import type { Spots } from '../../place-groups/outline-questions.ts'
import type { PointError } from './point-error.ts'

/** Displaced clusters lie up to 10 km away. */
export const TOLERANCE_KM = 10
/** Fewer rows with wrong places are slips, and fewer rows in all say nothing about the file. */
const FEW_WRONG = 5
const MIN_ROWS = 10
/** A remedy leaves at most one of this many wrong places. */
const FEWER = 10

export type Country = { name: string; outlines: CountryOutlines } | null

interface PlaceErrors {
  /** A remedy fits the whole file; other errors of its places are not reported. */
  misplaced: PointError | null
  at(i: number): Pick<PointError, 'column' | 'message' | 'help'> | null
}

/**
 * The errors of the rows' places; NaN is reported elsewhere. The first `exact` say how far outside they lie. If the
 * file has no remedy yet and one makes its places fit, that is the only error.
 */
export async function findPlaceErrors(
  spots: Spots,
  columns: PointsColumns,
  country: Country,
  { exact, hasRemedy }: { exact: number; hasRemedy: boolean },
): Promise<PlaceErrors> {
  const { longitude, latitude } = spots
  const far = await country?.outlines.farOff(onEarth(spots), TOLERANCE_KM, exact)
  const at = (i: number) => errorAt(longitude[i], latitude[i], columns, country, far?.get(i))
  const placed = Array.from(longitude.keys()).filter(
    (i) => !Number.isNaN(longitude[i] + latitude[i]) && !isNull(longitude[i], latitude[i]),
  )
  const wrong = placed.filter((i) => at(i) !== null).length
  const found = hasRemedy || placed.length < MIN_ROWS ? null : await findRemedy(spots, placed, wrong, country)
  if (!found) return { misplaced: null, at }
  return {
    misplaced: misplacedError(found, placed.length, columns, country),
    at: (i) => (isNull(longitude[i], latitude[i]) ? at(i) : null),
  }
}

interface FoundRemedy {
  remedy: PlaceRemedy
  /** Rows whose places stay wrong. */
  left: number
}

async function findRemedy(
  { longitude, latitude }: Spots,
  placed: readonly number[],
  wrong: number,
  country: Country,
): Promise<FoundRemedy | null> {
  // Only the turn by 360° makes these places valid, however few.
  const beyond = placed.some((i) => Math.abs(longitude[i]) > 180)
  if (wrong < FEW_WRONG && !beyond) return null
  const rows = {
    longitude: Float64Array.from(placed, (i) => longitude[i]),
    latitude: Float64Array.from(placed, (i) => latitude[i]),
  }
  const tried = PLACE_REMEDIES.map((remedy) => onEarth(applyRemedy(remedy, rows)))
  // One question for all, since a large country starts a process for each.
  const all = {
    longitude: Float64Array.from(tried.flatMap((one) => [...one.longitude])),
    latitude: Float64Array.from(tried.flatMap((one) => [...one.latitude])),
  }
  const far = await country?.outlines.farOff(all, TOLERANCE_KM, 0)
  const found = PLACE_REMEDIES.map((remedy, k) => ({
    remedy,
    left: placed.filter((_, j) => {
      const i = k * placed.length + j
      return Number.isNaN(all.longitude[i]) || far?.has(i)
    }).length,
  })).reduce((best, next) => (next.left < best.left ? next : best))
  return FEWER * found.left <= wrong ? found : null
}

function misplacedError(
  { remedy, left }: FoundRemedy,
  placed: number,
  columns: PointsColumns,
  country: Country,
): PointError {
  const [fit, all] = [placed - left, placed].map((count) => count.toLocaleString('en'))
  const clusters = left === 0 ? `all ${all}` : `${fit} of ${all}`
  return {
    row: null,
    column: columns.longitude,
    message: `${clusters} clusters ${country ? `fit ${country.name}` : 'are on Earth'} if ${REMEDY_WORDS[remedy].done}.`,
    help: `Correct the file, or give '${remedy}' as its place_remedy: the file is then kept as it is, and read so.`,
    remedy,
  }
}

const isNull = (lon: number, lat: number) => lon === 0 && lat === 0

/** NaN for a row without a valid place. */
const onEarth = ({ longitude, latitude }: Spots): Spots => ({
  longitude: longitude.map((lon, i) =>
    Math.abs(lon) <= 180 && Math.abs(latitude[i]) <= 90 ? lon : Number.NaN,
  ),
  latitude,
})

function errorAt(
  lon: number,
  lat: number,
  columns: PointsColumns,
  country: Country,
  /** Undefined: within the tolerance; null: not measured. */
  km: number | null | undefined,
): ReturnType<PlaceErrors['at']> {
  if (isNull(lon, lat)) {
    return {
      column: columns.longitude,
      message: 'the point is 0, 0, which marks a cluster without a GPS position in DHS files.',
      help: 'Remove the row.',
    }
  }
  if (Math.abs(lon) > 180) {
    return {
      column: columns.longitude,
      message: `the longitude ${lon} is not between -180 and 180.`,
      help:
        Math.abs(lon) <= 540
          ? `Write it as ${Number(wrapLongitude(lon).toFixed(9))}.`
          : 'Give degrees (EPSG:4326).',
    }
  }
  if (Math.abs(lat) > 90) {
    return {
      column: columns.latitude,
      message: `the latitude ${lat} is not between -90 and 90.`,
      help: 'Give degrees (EPSG:4326).',
    }
  }
  if (country === null || km === undefined) return null
  const off = km === null ? `more than ${TOLERANCE_KM} km` : `${km < 100 ? km.toFixed(1) : Math.round(km)} km`
  return {
    column: columns.longitude,
    message: `the point ${lon}, ${lat} lies ${off} outside ${country.name}; at most ${TOLERANCE_KM} km are allowed.`,
    help: 'Correct the longitude and latitude, or remove the row.',
  }
}
