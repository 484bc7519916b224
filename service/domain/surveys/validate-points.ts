import { setImmediate } from 'node:timers/promises'
import type { PointsColumns } from '../../db/schema.ts'
import { DECIMAL } from '../../tables/cells.ts'
import { findCountsError } from './count-errors.ts'
import { findNumberMarks, hasMarks } from './number-marks.ts'
import { type Country, findPlaceErrors } from './place-errors.ts'
import type { PointError } from './point-error.ts'
import type { PointsTable } from './points-table.ts'
import { readUrban } from './read-urban.ts'
import type { SurveyPoints } from './survey-points.ts'

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
  /** What the model will not use. */
  warnings: PointError[]
}

/** Validates each row of a points file; with `country` null, the points' places are not checked. */
export async function validatePoints(
  table: PointsTable,
  columns: PointsColumns,
  country: Country,
): Promise<ValidatedPoints> {
  const clusters = table.rows.length
  const errors: PointError[] = []
  let errorCount = 0
  const report: Report = (row, column, message, help) => {
    errorCount++
    if (errors.length < MAX_LISTED) errors.push({ row, column, message, ...(help ? { help } : {}) })
  }
  if (clusters === 0) {
    report(null, null, 'the file has a header but no clusters.', 'Add one row per cluster.')
    return { points: null, clusters, errors, errorCount, warnings: [] }
  }
  const cells = Object.fromEntries(
    Object.entries(columns).map(([key, name]) => [key, table.column(table.header.indexOf(name as string))]),
  ) as Cells
  const numbers = numbersOf(table, cells)
  const marks = findNumberMarks(
    NUMBER_COLUMNS.map((key) => ({ key, column: columns[key] ?? null, texts: cells[key] ?? [] })),
    table.rows,
    (row) => table.long.has(row),
  )
  const counts = findCountsError(numbers.numerator, numbers.denominator, columns)
  const places = await findPlaceErrors(numbers, columns, country, MAX_LISTED)
  for (const found of [marks, counts, places.swapped])
    if (found) report(found.row, found.column, found.message, found.help)
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
      const text = cells[key]?.[i] ?? ''
      if (marks && hasMarks(text)) return null
      report(
        row,
        columns[key] ?? null,
        text === '' ? `the ${key} is empty.` : `the ${key} '${text.slice(0, 40)}' is not a number.`,
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
      ...warningsOfUrban(table, columns, cells.urban),
      ...(errorCount === 0 ? warningsOfCopies(table, numbers) : []),
    ],
  }
}

const NUMBER_COLUMNS = ['longitude', 'latitude', 'numerator', 'denominator', 'weight'] as const
type NumberColumn = (typeof NUMBER_COLUMNS)[number]
type Cells = Record<'cluster' | Exclude<NumberColumn, 'weight'>, readonly string[]> &
  Partial<Record<'weight' | 'stratum' | 'urban', readonly string[]>>
type Numbers = Record<Exclude<NumberColumn, 'weight'>, Float64Array> & { weight: Float64Array | null }

/** NaN for a cell that is not a number, and in rows whose cells have moved. */
function numbersOf({ rows, long }: PointsTable, cells: Cells): Numbers {
  const numbers = (texts: readonly string[]) =>
    Float64Array.from(texts, (text, i) =>
      DECIMAL.test(text) && !long.has(rows[i]) ? Number(text) : Number.NaN,
    )
  return {
    longitude: numbers(cells.longitude),
    latitude: numbers(cells.latitude),
    numerator: numbers(cells.numerator),
    denominator: numbers(cells.denominator),
    weight: cells.weight ? numbers(cells.weight) : null,
  }
}

const areAtOnePlace = ({ longitude, latitude }: Numbers) =>
  longitude.every((lon, i) => lon === longitude[0] && latitude[i] === latitude[0])

function warningsOfUrban(
  { rows }: PointsTable,
  columns: PointsColumns,
  urban: readonly string[] | undefined,
): PointError[] {
  const { problem } = readUrban({ row: rows, urban: urban ?? null })
  if (!problem) return []
  return [{ ...problem, column: columns.urban ?? null, help: 'Correct the column, or leave it out.' }]
}

const LISTED_COPIES = 5

/** Rows that were copied with other ids would count twice. */
function warningsOfCopies({ rows }: PointsTable, numbers: Numbers): PointError[] {
  const seen = new Set<string>()
  const copies = rows.filter((_, i) => {
    const { longitude, latitude, numerator, denominator } = numbers
    const key = [longitude[i], latitude[i], numerator[i], denominator[i]].join()
    if (seen.has(key)) return true
    seen.add(key)
    return false
  })
  if (copies.length === 0) return []
  const shown = copies.slice(0, LISTED_COPIES).join(', ')
  return [
    {
      row: null,
      column: null,
      message:
        copies.length === 1
          ? `one cluster has the same place and counts as another one: row ${shown}.`
          : `${copies.length.toLocaleString('en')} clusters have the same place and counts as an earlier one: rows ${shown}${copies.length > LISTED_COPIES ? ', …' : '.'}`,
      help: 'Remove the rows if they are copies: they would count twice.',
    },
  ]
}

/** The columns of a table without errors. */
const pointsOf = (table: PointsTable, cells: Cells, numbers: Numbers): SurveyPoints => ({
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
