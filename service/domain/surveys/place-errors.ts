import type { PointsColumns } from '../../db/schema.ts'
import type { CountryOutlines } from '../place-groups/country-outlines.ts'
import type { Spots } from '../place-groups/outline-questions.ts'
import type { PointError } from './point-error.ts'

/** Displaced clusters lie up to 10 km away. */
export const TOLERANCE_KM = 10
/** If at least this share of the rows is wrong, or fits when swapped, one error covers the whole file. */
const MOST = 0.9
const MIN_ROWS = 10

export type Country = { name: string; outlines: CountryOutlines } | null

interface PlaceErrors {
  /** Longitude and latitude of most rows are swapped; their other errors are not reported. */
  swapped: PointError | null
  at(i: number): Pick<PointError, 'column' | 'message' | 'help'> | null
}

/** The errors of the rows' places; NaN is reported elsewhere. The first `exact` say how far outside they lie. */
export async function findPlaceErrors(
  spots: Spots,
  columns: PointsColumns,
  country: Country,
  exact: number,
): Promise<PlaceErrors> {
  const { longitude, latitude } = spots
  const far = await country?.outlines.farOff(onEarth(spots), TOLERANCE_KM, exact)
  const at = (i: number) => errorAt(longitude[i], latitude[i], columns, country, far?.get(i))
  const placed = Array.from(longitude.keys()).filter(
    (i) => !Number.isNaN(longitude[i] + latitude[i]) && !isNull(longitude[i], latitude[i]),
  )
  const wrong = placed.filter((i) => at(i) !== null).length
  const swapped =
    placed.length >= MIN_ROWS && wrong >= MOST * placed.length
      ? await findSwapped(spots, placed, columns, country)
      : null
  return { swapped, at: (i) => (swapped && !isNull(longitude[i], latitude[i]) ? null : at(i)) }
}

async function findSwapped(
  { longitude, latitude }: Spots,
  placed: readonly number[],
  columns: PointsColumns,
  country: Country,
): Promise<PointError | null> {
  const turned = onEarth({ longitude: latitude, latitude: longitude })
  const far = await country?.outlines.farOff(turned, TOLERANCE_KM, 0)
  const fit = placed.filter((i) => !Number.isNaN(turned.longitude[i]) && !far?.has(i)).length
  if (fit < MOST * placed.length) return null
  const [rows, all] = [fit, placed.length].map((count) => count.toLocaleString('en'))
  return {
    row: null,
    column: columns.longitude,
    message: `${fit === placed.length ? `all ${all}` : `${rows} of ${all}`} rows fit if longitude and latitude are swapped.`,
    help: `Swap the columns: '${columns.latitude}' for the longitude and '${columns.longitude}' for the latitude.`,
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
      help: 'Give degrees (EPSG:4326).',
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
    help: 'Check whether longitude and latitude are swapped, or remove the row.',
  }
}
