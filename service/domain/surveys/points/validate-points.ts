import { setImmediate } from 'node:timers/promises'
import type { PointsColumns } from '#service/db/schema.ts'
import type { PlaceRemedy } from '#contract/surveys/place-remedies.ts'
import { applyRemedy } from '#service/geometry/place-remedies.ts'
import { DECIMAL } from '#service/tables/cells.ts'
import { isMissing } from '#service/tables/missing-value.ts'
import { findCountsError } from '../count-errors.ts'
import { findPoints, withPoint } from './decimal-marks.ts'
import { findNumberMarks, hasMarks } from './number-marks.ts'
import { type Country, findPlaceErrors } from './place-errors.ts'
import type { PointError } from './point-error.ts'
import type { PointsTable } from './points-table.ts'
import type { PointsCells, PointsNumbers } from './points-values.ts'
import { findWarnings, remedyWarning } from './points-warnings.ts'
import type { SurveyPoints } from '../survey-points.ts'

export const MIN_CLUSTERS = 50
export const FEW_CLUSTERS = 150
/** Errors beyond these are counted, but not listed. */
const MAX_LISTED = 40

interface ValidatedPoints {
  /** Null if there is an error. */
  points: SurveyPoints | null
  clusters: number
  errors: PointError[]
  /** The number of all errors, including unlisted ones. */
  errorCount: number
  /** What is not used, or probably not meant. */
  warnings: PointError[]
}

/** Validates each row of a points file; with `country` null, only the range of the places is checked. */
export async function validatePoints(
  table: PointsTable,
  columns: PointsColumns,
  country: Country,
  remedy: PlaceRemedy | null,
): Promise<ValidatedPoints> {
  const clusters = table.rows.length
  const errors: PointError[] = []
  let errorCount = 0
  const reportError = (error: PointError) => {
    errorCount++
    if (errors.length < MAX_LISTED) errors.push(error)
  }
  const report: Report = (row, column, message, help) =>
    reportError({ row, column, message, ...(help ? { help } : {}) })
  if (clusters === 0) {
    report(null, null, 'the file has a header but no clusters.', 'Add one row per cluster.')
    return { points: null, clusters, errors, errorCount, warnings: [] }
  }
  const { decimal } = table.reading
  const raw = Object.fromEntries(
    Object.entries(columns).map(([key, name]) => [key, table.column(table.header.indexOf(name as string))]),
  ) as PointsCells
  const texts = decimal === 'comma' ? withPoints(raw) : raw
  const cells = withoutMissing(texts)
  const written = numbersOf(table, cells)
  const numbers = remedy ? { ...written, ...applyRemedy(remedy, written) } : written
  const numberColumns = (of: PointsCells) =>
    NUMBER_COLUMNS.map((key) => ({ key, column: columns[key] ?? null, texts: of[key] ?? [] }))
  const isLong = (row: number) => table.long.has(row)
  const marks =
    (decimal === 'comma' ? findPoints(numberColumns(raw), table.rows, isLong) : null) ??
    findNumberMarks(numberColumns(cells), table.rows, isLong)
  const counts = findCountsError(numbers.numerator, numbers.denominator, columns)
  const places = await findPlaceErrors(numbers, columns, country, {
    exact: MAX_LISTED,
    hasRemedy: remedy !== null,
  })
  for (const found of [marks, counts, places.misplaced]) if (found) reportError(found)
  const seen = new Map<string, number>()
  for (const [i, row] of table.rows.entries()) {
    if (i % 1000 === 999) await setImmediate()
    const width = table.long.get(row)
    if (width !== undefined) {
      report(
        row,
        null,
        `the row has ${width} cells, but the header names ${table.header.length} columns.`,
        'Write numbers without thousands separators and decimals with a point, and put text with commas in quotes.',
      )
      continue
    }
    const number = (key: NumberColumn): number | null => {
      const value = numbers[key]![i]
      if (Number.isFinite(value)) return value
      const text = texts[key]?.[i] ?? ''
      if (marks && hasMarks(text)) return null
      report(
        row,
        columns[key] ?? null,
        text === ''
          ? `the ${key} is empty.`
          : `the ${key} '${text.slice(0, 40)}' ${isMissing(text) ? 'is a missing value' : 'is not a number'}.`,
        'Fill in a number with a decimal point, or remove the row.',
      )
      return null
    }
    const id = cells.cluster[i]
    const previous = seen.get(id)
    if (id === '') report(row, columns.cluster, 'the cluster id is empty.', 'Give each cluster an id.')
    else if (previous !== undefined) {
      report(
        row,
        columns.cluster,
        `the cluster '${id.slice(0, 40)}' already appears in row ${previous}.`,
        'Write one row per cluster: add up its numerators and denominators.',
      )
    } else seen.set(id, row)
    for (const key of ['cluster', 'stratum'] as const)
      if ((cells[key]?.[i] ?? '').length > MAX_TEXT)
        report(
          row,
          columns[key] ?? null,
          `the ${key === 'cluster' ? 'cluster id' : key} has more than ${MAX_TEXT} characters.`,
          'Shorten it.',
        )
    validateCounts(row, columns, number('numerator'), number('denominator'), report, counts !== null)
    if (columns.weight !== undefined) {
      const weight = number('weight')
      if (weight !== null && !(weight > 0 && weight < SIZE_LIMIT))
        report(
          row,
          columns.weight,
          `the weight ${weight} is not ${weight > 0 ? BELOW_LIMIT : 'above 0'}.`,
          'Correct the weight, or remove the row.',
        )
    }
    const [lon, lat] = [number('longitude'), number('latitude')]
    const place = lon === null || lat === null ? null : places.at(i)
    if (place) report(row, place.column, place.message, place.help)
  }
  if (errorCount === 0 && clusters > 1 && areAtOnePlace(numbers))
    report(
      null,
      columns.longitude,
      'all clusters are at the same place.',
      'Check the longitudes and latitudes.',
    )
  if (clusters < MIN_CLUSTERS) {
    report(
      null,
      null,
      `${clusters} ${clusters === 1 ? 'cluster is' : 'clusters are'} too few to model; at least ${MIN_CLUSTERS} are needed.`,
      'Use a survey with more clusters.',
    )
  }
  return {
    points: errorCount > 0 ? null : pointsOf(table, cells, numbers),
    clusters,
    errors,
    errorCount,
    warnings: [
      ...(remedy ? [remedyWarning(remedy, columns)] : []),
      ...findWarnings(table.rows, columns, numbers, texts, errorCount === 0),
    ],
  }
}

const NUMBER_COLUMNS = ['longitude', 'latitude', 'numerator', 'denominator', 'weight'] as const
type NumberColumn = (typeof NUMBER_COLUMNS)[number]

/** Numbers with a decimal point instead of a comma. */
const withPoints = (texts: PointsCells): PointsCells => ({
  ...texts,
  ...Object.fromEntries(NUMBER_COLUMNS.map((key) => [key, texts[key]?.map(withPoint)])),
})

/** NaN for a cell that is not a number, and in rows whose cells have moved. */
function numbersOf({ rows, long }: PointsTable, cells: PointsCells): PointsNumbers {
  const numbers = (texts: readonly string[]) =>
    Float64Array.from(texts, (text, i) =>
      DECIMAL.test(text) && !long.has(rows[i]) ? Number(text) : Number.NaN,
    )
  const denominator = numbers(cells.denominator)
  return {
    longitude: numbers(cells.longitude),
    latitude: numbers(cells.latitude),
    numerator: numbers(cells.numerator).map((cases, i) => withoutRounding(cases, denominator[i])),
    denominator,
    weight: cells.weight ? numbers(cells.weight) : null,
  }
}

/** Sums of weights in another order differ in their last digits. */
const ROUNDING = 1e-9

const withoutRounding = (cases: number, people: number) =>
  (cases < 0 || cases > people) && cases >= -ROUNDING * people && cases <= (1 + ROUNDING) * people
    ? Math.max(0, Math.min(cases, people))
    : cases

const withoutMissing = (texts: PointsCells) =>
  Object.fromEntries(
    Object.entries(texts).map(([key, column]) => [key, column.map((text) => (isMissing(text) ? '' : text))]),
  ) as unknown as PointsCells

const areAtOnePlace = ({ longitude, latitude }: PointsNumbers) =>
  longitude.every((lon, i) => lon === longitude[0] && latitude[i] === latitude[0])

/** The columns of a table without errors. */
const pointsOf = (table: PointsTable, cells: PointsCells, numbers: PointsNumbers): SurveyPoints => ({
  row: table.rows,
  cluster: [...cells.cluster],
  ...numbers,
  stratum: cells.stratum ? cells.stratum.map((stratum) => stratum || null) : null,
  urban: cells.urban ? [...cells.urban] : null,
})

/** No cluster has a billion cases, or such a weight: the number is a slip. */
const SIZE_LIMIT = 1e9
const BELOW_LIMIT = 'below 1,000,000,000'
/** Maximum length of ids and strata. */
const MAX_TEXT = 200

type Report = (row: number | null, column: string | null, message: string, help?: string) => void

function validateCounts(
  row: number,
  columns: PointsColumns,
  numerator: number | null,
  denominator: number | null,
  report: Report,
  /** What is wrong with the columns as a whole is reported. */
  reported: boolean,
): void {
  if (reported) return
  if (denominator !== null && !(denominator > 0 && denominator < SIZE_LIMIT)) {
    report(
      row,
      columns.denominator,
      `the denominator ${denominator} is not ${denominator > 0 ? BELOW_LIMIT : 'above 0'}.`,
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
      'Fix one of them, or remove the row.',
    )
  }
}
