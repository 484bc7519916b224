import type { PointsColumns } from '#service/db/schema.ts'
import { PLACE_REMEDIES, type PlaceRemedy, PLACE_REMEDY_WORDS } from '#contract/surveys/place-remedies.ts'
import { applyRemedy } from '#service/geometry/place-remedies.ts'
import { wrapLongitude } from '#service/geometry/wrap-longitude.ts'
import type { CountryOutlines } from '../../place-groups/country-outlines.ts'
import type { Spots } from '../../place-groups/outline-questions.ts'
import { groupRows } from './group-rows.ts'
import type { PointError } from './point-error.ts'

/** Displaced clusters lie up to 10 km away. */
export const TOLERANCE_KM = 10
/** Fewer rows with wrong places are slips, and fewer rows in all say nothing about the file. */
const FEW_WRONG = 5
const MIN_ROWS = 10
/** A remedy leaves at most one of this many wrong places. */
const FEWER = 10

/** How far outside they lie is measured for this many rows. */
const EXACT = 40

export type Country = { name: string; outlines: CountryOutlines } | null

interface PlaceErrors {
  /** Errors of the file as a whole, or of several rows. */
  whole: PointError[]
  at(i: number): Pick<PointError, 'column' | 'message' | 'help'> | null
}

/** Which rows lie outside the country, and how many km, if that is measured; those at 0, 0 have no place. */
export async function findOutside(spots: Spots, country: Country): Promise<Map<number, number | null>> {
  const { longitude, latitude } = spots
  const far = await country?.outlines.farOff(onEarth(spots), TOLERANCE_KM, EXACT)
  return new Map([...(far ?? [])].filter(([i]) => !isNull(longitude[i], latitude[i])))
}

/**
 * The errors of the rows' places, but those without one. If the file has no remedy of its places yet and one makes them fit,
 * that is the only error.
 */
export async function findPlaceErrors(
  spots: Spots,
  rows: Uint32Array,
  columns: PointsColumns,
  country: Country,
  hasRemedy: boolean,
): Promise<PlaceErrors> {
  const { longitude, latitude } = spots
  const outside = await findOutside(spots, country)
  const at = (i: number) => errorAt(longitude[i], latitude[i], columns)
  const placed = Array.from(longitude.keys()).filter(
    (i) => !Number.isNaN(longitude[i] + latitude[i]) && !isNull(longitude[i], latitude[i]),
  )
  const wrong = placed.filter((i) => outside.has(i) || at(i) !== null).length
  const found = hasRemedy || placed.length < MIN_ROWS ? null : await findRemedy(spots, placed, wrong, country)
  if (found) return { whole: [misplacedError(found, placed.length, columns, country)], at: () => null }
  const error = country && outsideError(outside, placed.length, spots, rows, columns, country.name)
  return { whole: error ? [error] : [], at }
}

function outsideError(
  outside: Map<number, number | null>,
  placed: number,
  { longitude, latitude }: Spots,
  rows: Uint32Array,
  { longitude: column }: PointsColumns,
  country: string,
): PointError | null {
  const positions = [...outside.keys()]
  const [first] = positions
  const count = positions.length.toLocaleString('en')
  const limit = `at most ${TOLERANCE_KM} km are allowed.`
  const isAll = positions.length === placed
  return groupRows(
    positions.map((i) => rows[i]),
    {
      of: rows.length,
      column,
      single: `the point ${longitude[first]}, ${latitude[first]} lies ${inKm([...outside.values()])} outside ${country}; ${limit}`,
      several: `${isAll ? `all ${count}` : `${count} of ${placed.toLocaleString('en')}`} places lie outside ${country} (${inKm([...outside.values()])}); ${limit}`,
      help: isAll
        ? 'Check the country, and the columns with the longitude and the latitude.'
        : positions.length === 1
          ? 'Correct the longitude and latitude, or remove the row.'
          : 'Correct their longitudes and latitudes, or leave them out.',
      remedy: 'leave-out-outside',
    },
  )
}

/** '17–60 km' */
function inKm(distances: readonly (number | null)[]): string {
  if (distances.length === 0 || distances.includes(null)) return `more than ${TOLERANCE_KM} km`
  const lengths = distances as readonly number[]
  const format = (km: number) => (km < 100 ? km.toFixed(1) : String(Math.round(km)))
  if (lengths.length === 1) return `${format(lengths[0])} km`
  const round = (km: number) => Math.round(km).toLocaleString('en')
  const [least, most] = [round(Math.min(...lengths)), round(Math.max(...lengths))]
  return least === most ? `${least} km` : `${least}–${most} km`
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
    message: `${clusters} clusters ${country ? `fit ${country.name}` : 'are on Earth'} if ${PLACE_REMEDY_WORDS[remedy].done}.`,
    help: `Correct the file, or give the remedy '${remedy}': the file is then kept as it is, and read so.`,
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

function errorAt(lon: number, lat: number, columns: PointsColumns): ReturnType<PlaceErrors['at']> {
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
  return null
}
