import { counted } from '#common/counted.ts'
import type { PointsColumns } from '#service/db/schema.ts'
import { weightProblem } from '#service/modelling/survey/survey-weights.ts'
import { isMissing } from '#service/tables/missing-value.ts'
import type { PointError } from './point-error.ts'
import type { PointsCells, PointsNumbers } from './points-values.ts'
import { readUrban } from './read-urban.ts'

/** What is valid, but probably not meant, or not used. Numbers are compared only if all of them are valid. */
export function findWarnings(
  rows: Uint32Array,
  columns: PointsColumns,
  numbers: PointsNumbers,
  texts: PointsCells,
  isValid: boolean,
): PointError[] {
  return [
    ...urbanWarnings(rows, columns, texts.urban),
    ...stratumWarnings(rows, columns, texts.stratum),
    ...(isValid
      ? [
          ...codeWarnings(rows, columns, numbers),
          ...weightWarnings(rows, columns, numbers.weight),
          ...copyWarnings(rows, numbers),
        ]
      : []),
  ]
}

const LISTED_ROWS = 5

const listed = (rows: readonly number[]) =>
  `${rows.length === 1 ? 'row' : 'rows'} ${rows.slice(0, LISTED_ROWS).join(', ')}${rows.length > LISTED_ROWS ? ', …' : '.'}`

function urbanWarnings(
  rows: Uint32Array,
  columns: PointsColumns,
  urban: readonly string[] | undefined,
): PointError[] {
  const { problem } = readUrban({ row: rows, urban: urban ?? null })
  if (!problem) return []
  return [{ ...problem, column: columns.urban ?? null, help: 'Correct the column, or leave it out.' }]
}

function stratumWarnings(
  rows: Uint32Array,
  columns: PointsColumns,
  strata: readonly string[] | undefined,
): PointError[] {
  if (!strata) return []
  const missing = Map.groupBy(
    Array.from(strata.keys()).filter((i) => isMissing(strata[i])),
    (i) => strata[i],
  )
  return [...missing].map(([text, places]) => ({
    row: null,
    column: columns.stratum ?? null,
    message: `the stratum of ${counted(places.length, 'cluster')} is '${text}', which counts as empty: ${listed(places.map((i) => rows[i]))}`,
    help: `Fill it in; give the stratum another name if it is called '${text}'.`,
  }))
}

/** 97, 98 and 99, with up to five more nines before them. */
const CODES = new Set([2, 3, 4, 5, 6, 7].flatMap((digits) => [1, 2, 3].map((less) => 10 ** digits - less)))
/** A code is far above every count, or several clusters have it in both counts. */
const FAR_ABOVE = 2
const SEVERAL = 3

function codeWarnings(
  rows: Uint32Array,
  columns: PointsColumns,
  { numerator, denominator }: PointsNumbers,
): PointError[] {
  const largest = denominator.reduce((most, people) => (CODES.has(people) ? most : Math.max(most, people)), 0)
  const coded = Map.groupBy(
    Array.from(denominator.keys()).filter((i) => CODES.has(denominator[i])),
    (i) => denominator[i],
  )
  return [...coded].flatMap(([code, places]) => {
    const inBoth = places.filter((i) => numerator[i] === code).length
    if (code <= FAR_ABOVE * largest && inBoth < SEVERAL) return []
    return [
      {
        row: null,
        column: columns.denominator,
        message: `the denominator of ${counted(places.length, 'cluster')} is '${code}', which often marks a missing value: ${listed(places.map((i) => rows[i]))}`,
        help: `Remove the rows if it does: each would count as ${code} people.`,
      },
    ]
  })
}

function weightWarnings(
  rows: Uint32Array,
  columns: PointsColumns,
  weights: Float64Array | null,
): PointError[] {
  const problem = weights && weightProblem(weights)
  if (!problem) return []
  const { message, help, above } = problem
  const places = above.length > 0 ? `: ${listed(above.map((i) => rows[i]))}` : '.'
  return [{ row: null, column: columns.weight ?? null, message: message + places, help }]
}

/** Rows that were copied with other ids would count twice. */
function copyWarnings(
  rows: Uint32Array,
  { longitude, latitude, numerator, denominator }: PointsNumbers,
): PointError[] {
  const seen = new Set<string>()
  const copies = [...rows].filter((_, i) => {
    const key = [longitude[i], latitude[i], numerator[i], denominator[i]].join()
    if (seen.has(key)) return true
    seen.add(key)
    return false
  })
  if (copies.length === 0) return []
  return [
    {
      row: null,
      column: null,
      message: `${
        copies.length === 1
          ? 'one cluster has the same place and counts as another one'
          : `${copies.length.toLocaleString('en')} clusters have the same place and counts as an earlier one`
      }: ${listed(copies)}`,
      help: 'Remove the rows if they are copies: they would count twice.',
    },
  ]
}
