import { setImmediate } from 'node:timers/promises'
import type { PointsColumns } from '#service/db/schema.ts'
import type { SurveyRemedy } from '#contract/surveys/remedies.ts'
import { isMissing } from '#service/tables/missing-value.ts'
import { applyRemedies, columnsWith, isOfPlaces, type RemedyUse } from './apply-remedies.ts'
import { findCountsError } from '../count-errors.ts'
import { findPoints } from './decimal-marks.ts'
import { MIN_CLUSTERS } from './group-rows.ts'
import { findRepeatsError } from './repeats-error.ts'
import { findNumberMarks, hasMarks } from './number-marks.ts'
import { type Country, findPlaceErrors } from './place-errors.ts'
import type { PointError } from './point-error.ts'
import type { PointsTable } from './points-table.ts'
import { type PointsRows, readRows } from './points-rows.ts'
import { NUMBER_COLUMNS, type PointsCells, type PointsNumbers } from './points-values.ts'
import { findWarnings } from './points-warnings.ts'
import type { SurveyPoints } from '../survey-points.ts'
import { findUnusableErrors, hasNobody, isUnplaced } from './unusable-rows.ts'

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
  /** The remedies, as they were applied. */
  remedies: SurveyRemedy[]
}

/**
 * Validates each row of a points file, as it is with the remedies; with `country` null, only the range of the places is
 * checked.
 */
export async function validatePoints(
  table: PointsTable,
  roles: PointsColumns,
  country: Country,
  uses: readonly RemedyUse[],
): Promise<ValidatedPoints> {
  const errors: PointError[] = []
  let errorCount = 0
  const reportError = (error: PointError) => {
    errorCount++
    if (errors.length < MAX_LISTED) errors.push(error)
  }
  const report: Report = (row, column, message, help) =>
    reportError({ row, column, message, ...(help ? { help } : {}) })
  if (table.rows.length === 0) {
    report(null, null, 'the file has a header but no clusters.', 'Add one row per cluster.')
    return { points: null, clusters: 0, errors, errorCount, warnings: [], remedies: [] }
  }
  const columns = columnsWith(roles, uses)
  const { rows: sheet, remedies } = await applyRemedies(readRows(table, columns), uses, country)
  const { rows, raw, texts, cells } = sheet
  const clusters = rows.length
  const numbers = withoutRounding(sheet.numbers)
  const numberColumns = (of: PointsCells) =>
    NUMBER_COLUMNS.map((key) => ({ key, column: columns[key] ?? null, texts: of[key] ?? [] }))
  const isLong = (row: number) => table.long.has(row)
  const marks =
    (table.reading.decimal === 'comma' ? findPoints(numberColumns(raw), rows, isLong) : null) ??
    findNumberMarks(numberColumns(cells), rows, isLong)
  const counts = findCountsError(numbers.numerator, numbers.denominator, columns)
  const hasRemedy = remedies.some(({ remedy }) => isOfPlaces(remedy))
  const places = await findPlaceErrors(numbers, rows, columns, country, hasRemedy)
  const whole = [
    marks,
    counts,
    ...places.whole,
    ...findUnusableErrors(sheet, columns),
    findRepeatsError(sheet, columns),
    ...leftOutErrors(remedies, table.rows.length),
  ]
  for (const found of whole) if (found) reportError(found)
  for (const [i, row] of rows.entries()) {
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
    if (cells.cluster[i] === '')
      report(row, columns.cluster, 'the cluster id is empty.', 'Give each cluster an id.')
    for (const key of ['cluster', 'stratum'] as const)
      if ((cells[key]?.[i] ?? '').length > MAX_TEXT)
        report(
          row,
          columns[key] ?? null,
          `the ${key === 'cluster' ? 'cluster id' : key} has more than ${MAX_TEXT} characters.`,
          'Shorten it.',
        )
    if (!hasNobody(numbers, i))
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
    if (isUnplaced(sheet, i)) continue
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
    points: errorCount > 0 ? null : pointsOf(sheet, numbers),
    clusters,
    errors: errors.toSorted((one, other) => (one.row ?? 0) - (other.row ?? 0)),
    errorCount,
    warnings: findWarnings(rows, columns, numbers, texts, errorCount === 0),
    remedies,
  }
}

type NumberColumn = (typeof NUMBER_COLUMNS)[number]

/** Sums of weights in another order differ in their last digits. */
const ROUNDING = 1e-9

const withoutRounding = (numbers: PointsNumbers): PointsNumbers => ({
  ...numbers,
  numerator: numbers.numerator.map((cases, i) => {
    const people = numbers.denominator[i]
    return (cases < 0 || cases > people) && cases >= -ROUNDING * people && cases <= (1 + ROUNDING) * people
      ? Math.max(0, Math.min(cases, people))
      : cases
  }),
})

/** Leaving out most of a file does not correct it. */
const leftOutErrors = (remedies: readonly SurveyRemedy[], of: number): PointError[] =>
  remedies
    .filter(({ remedy, rows }) => remedy.startsWith('leave-out') && 2 * rows.length > of)
    .map(({ remedy, rows }) => ({
      row: null,
      column: null,
      message: `the remedy '${remedy}' leaves out ${rows.length.toLocaleString('en')} of ${of.toLocaleString('en')} clusters; at most half may be left out.`,
      help: 'Check the country and the columns.',
    }))

const areAtOnePlace = ({ longitude, latitude }: PointsNumbers) =>
  longitude.every((lon, i) => lon === longitude[0] && latitude[i] === latitude[0])

/** The columns of a table without errors. */
const pointsOf = ({ rows, cells }: PointsRows, numbers: PointsNumbers): SurveyPoints => ({
  row: rows,
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
