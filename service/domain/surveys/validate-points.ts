import { setImmediate } from 'node:timers/promises'
import type { PointsColumns } from '../../db/schema.ts'
import type { CountryOutlines } from '../place-groups/country-outlines.ts'
import type { Spots } from '../place-groups/outline-questions.ts'
import type { PointsTable } from './points-table.ts'
import { readUrban } from './read-urban.ts'
import type { SurveyPoints } from './survey-points.ts'

export const MIN_CLUSTERS = 50
export const FEW_CLUSTERS = 150
/** Displaced clusters lie up to 10 km away. */
export const TOLERANCE_KM = 10
/** Errors beyond these are counted, but not listed. */
const MAX_LISTED = 40

export interface PointError {
  /** Row of the points file, header = 1; null: the whole file. */
  row: number | null
  column: string | null
  message: string
  help?: string
}

export interface ValidatedPoints {
  /** Null if there is an error. */
  points: SurveyPoints | null
  clusters: number
  errors: PointError[]
  /** The number of all errors, including unlisted ones. */
  errorCount: number
  /** What the model will not use. */
  warnings: PointError[]
}

/** Validates each row of a points file; with `country` null, the points' places are not checked. */
export async function validatePoints(
  table: PointsTable,
  columns: PointsColumns,
  country: { name: string; outlines: CountryOutlines } | null,
): Promise<ValidatedPoints> {
  const cells = Object.fromEntries(
    Object.entries(columns).map(([key, name]) => [key, table.column(table.header.indexOf(name as string))]),
  ) as Record<keyof PointsColumns, readonly string[] | undefined>
  const errors: PointError[] = []
  let errorCount = 0
  const report = (row: number | null, column: string | null, message: string, help?: string) => {
    errorCount++
    if (errors.length < MAX_LISTED) errors.push({ row, column, message, ...(help ? { help } : {}) })
  }
  const far = await country?.outlines.farOff(spotsOf(table, cells), TOLERANCE_KM, MAX_LISTED)
  const seen = new Map<string, number>()
  for (const [i, row] of table.rows.entries()) {
    if (i % 1000 === 999) await setImmediate()
    const number = (key: keyof PointsColumns): number | null => {
      const text = cells[key]?.[i] ?? ''
      const value = numberOf(text)
      if (Number.isFinite(value)) return value
      const shown = text.slice(0, 40)
      report(
        row,
        columns[key] ?? null,
        text === '' ? `the ${key} is empty.` : `the ${key} '${shown}' is not a number.`,
        'Fill in a number with a decimal point, or remove the row.',
      )
      return null
    }
    const id = cells.cluster?.[i] ?? ''
    const previous = seen.get(id)
    if (id === '') report(row, columns.cluster, 'the cluster id is empty.', 'Give each cluster an id.')
    else if (previous !== undefined) {
      report(
        row,
        columns.cluster,
        `the cluster '${id.slice(0, 40)}' already appears in row ${previous}.`,
        'Give one row for each cluster: add up its numerators and denominators.',
      )
    } else seen.set(id, row)
    validateCounts(row, columns, number('numerator'), number('denominator'), report)
    if (columns.weight !== undefined) {
      const weight = number('weight')
      if (weight !== null && !(weight > 0)) {
        report(
          row,
          columns.weight,
          `the weight ${weight} is not above 0.`,
          'Correct the weight, or remove the row.',
        )
      }
    }
    const lon = number('longitude')
    const lat = number('latitude')
    if (lon === null || lat === null) continue
    const km = far?.get(i)
    const off = country === null || km === undefined ? null : { country: country.name, km }
    validatePlace(row, columns, lon, lat, off, report)
  }
  const clusters = table.rows.length
  if (clusters < MIN_CLUSTERS) {
    report(
      null,
      null,
      clusters === 0
        ? 'the file has a header but no clusters.'
        : `${clusters} ${clusters === 1 ? 'cluster is' : 'clusters are'} too few to model; at least ${MIN_CLUSTERS} are needed.`,
      'Use a survey with more clusters.',
    )
  }
  return {
    points: errorCount > 0 ? null : pointsOf(table, cells),
    clusters,
    errors,
    errorCount,
    warnings: warningsOf(table, columns, cells.urban),
  }
}

function warningsOf(
  { rows }: PointsTable,
  columns: PointsColumns,
  urban: readonly string[] | undefined,
): PointError[] {
  const { problem } = readUrban({ row: rows, urban: urban ?? null })
  if (!problem) return []
  return [{ ...problem, column: columns.urban ?? null, help: 'Correct the column, or leave it out.' }]
}

/** The columns of a table without errors. */
function pointsOf(
  table: PointsTable,
  cells: Partial<Record<keyof PointsColumns, readonly string[]>>,
): SurveyPoints {
  const numbers = (values: readonly string[] = []) => Float64Array.from(values, numberOf)
  return {
    row: table.rows,
    cluster: [...(cells.cluster ?? [])],
    longitude: numbers(cells.longitude),
    latitude: numbers(cells.latitude),
    numerator: numbers(cells.numerator),
    denominator: numbers(cells.denominator),
    weight: cells.weight ? numbers(cells.weight) : null,
    stratum: cells.stratum ? cells.stratum.map((stratum) => stratum || null) : null,
    urban: cells.urban ? [...cells.urban] : null,
  }
}

/** No cluster has a billion cases: such a number is a slip. */
const DENOMINATOR_LIMIT = 1e9

type Report = (row: number | null, column: string | null, message: string, help?: string) => void

function validateCounts(
  row: number,
  columns: PointsColumns,
  numerator: number | null,
  denominator: number | null,
  report: Report,
): void {
  if (denominator !== null && !(denominator > 0 && denominator < DENOMINATOR_LIMIT)) {
    const limit = denominator > 0 ? 'below 1,000,000,000' : 'above 0'
    report(
      row,
      columns.denominator,
      `the denominator ${denominator} is not ${limit}.`,
      'Fix it, or remove the row.',
    )
  }
  if (numerator === null) return
  if (!(numerator >= 0)) {
    report(row, columns.numerator, `the numerator ${numerator} is below 0.`, 'Fix it, or remove the row.')
  } else if (denominator !== null && numerator > denominator) {
    report(
      row,
      columns.numerator,
      `the numerator ${numerator} is above the denominator ${denominator}.`,
      'Check whether the two columns are swapped.',
    )
  }
}

function validatePlace(
  row: number,
  columns: PointsColumns,
  lon: number,
  lat: number,
  far: { country: string; km: number | null } | null,
  report: Report,
): void {
  if (Math.abs(lon) > 180) {
    report(
      row,
      columns.longitude,
      `the longitude ${lon} is not between -180 and 180.`,
      'Give degrees (EPSG:4326).',
    )
    return
  }
  if (Math.abs(lat) > 90) {
    report(
      row,
      columns.latitude,
      `the latitude ${lat} is not between -90 and 90.`,
      'Give degrees (EPSG:4326).',
    )
    return
  }
  if (far === null) return
  const { country, km } = far
  const off = km === null ? `more than ${TOLERANCE_KM} km` : `${km < 100 ? km.toFixed(1) : Math.round(km)} km`
  report(
    row,
    columns.longitude,
    `the point ${lon}, ${lat} lies ${off} outside ${country}; at most ${TOLERANCE_KM} km are allowed.`,
    'Check whether longitude and latitude are swapped, or remove the row.',
  )
}

const numberOf = (text = '') => (text === '' ? Number.NaN : Number(text))

/** NaN for a row without a valid place. */
function spotsOf(
  table: PointsTable,
  cells: Partial<Record<'longitude' | 'latitude', readonly string[]>>,
): Spots {
  const longitude = Float64Array.from(table.rows, (_, i) => numberOf(cells.longitude?.[i]))
  const latitude = Float64Array.from(table.rows, (_, i) => numberOf(cells.latitude?.[i]))
  longitude.forEach((lon, i) => {
    if (!(Math.abs(lon) <= 180 && Math.abs(latitude[i]) <= 90)) longitude[i] = Number.NaN
  })
  return { longitude, latitude }
}
