import type { PointsColumns } from '#service/db/schema.ts'
import { DECIMAL } from '#service/tables/cells.ts'
import { isMissing } from '#service/tables/missing-value.ts'
import { withPoint } from './decimal-marks.ts'
import type { PointsTable } from './points-table.ts'
import { NUMBER_COLUMNS, type PointsCells, type PointsNumbers } from './points-values.ts'

/** The rows of a points file by meaning, a value per row in each array. */
export interface PointsRows {
  /** Row of the file. */
  rows: Uint32Array
  /** As in the file. */
  raw: PointsCells
  /** With decimal points. */
  texts: PointsCells
  /** The same without missing values. */
  cells: PointsCells
  numbers: PointsNumbers
}

export function readRows(table: PointsTable, columns: PointsColumns): PointsRows {
  const raw = Object.fromEntries(
    Object.entries(columns).map(([key, name]) => [key, table.column(table.header.indexOf(name as string))]),
  ) as PointsCells
  const texts = table.reading.decimal === 'comma' ? withPoints(raw) : raw
  const cells = withoutMissing(texts)
  return { rows: table.rows, raw, texts, cells, numbers: numbersOf(table, cells) }
}

/** Only the rows at these positions. */
export function pickRows(
  { rows, raw, texts, cells, numbers }: PointsRows,
  kept: readonly number[],
): PointsRows {
  const pick = (values: Float64Array) => Float64Array.from(kept, (i) => values[i])
  const pickTexts = (of: PointsCells) =>
    Object.fromEntries(
      Object.entries(of).map(([key, column]) => [key, kept.map((i) => column[i])]),
    ) as unknown as PointsCells
  return {
    rows: Uint32Array.from(kept, (i) => rows[i]),
    raw: pickTexts(raw),
    texts: pickTexts(texts),
    cells: pickTexts(cells),
    numbers: {
      longitude: pick(numbers.longitude),
      latitude: pick(numbers.latitude),
      numerator: pick(numbers.numerator),
      denominator: pick(numbers.denominator),
      weight: numbers.weight && pick(numbers.weight),
    },
  }
}

const withPoints = (texts: PointsCells) =>
  Object.fromEntries(
    Object.entries(texts).map(([key, column]) => [
      key,
      NUMBER_COLUMNS.some((one) => one === key) ? column.map(withPoint) : column,
    ]),
  ) as unknown as PointsCells

/** NaN for a cell that is not a number, and in rows whose cells have moved. */
function numbersOf({ rows, long }: PointsTable, cells: PointsCells): PointsNumbers {
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

const withoutMissing = (texts: PointsCells) =>
  Object.fromEntries(
    Object.entries(texts).map(([key, column]) => [key, column.map((text) => (isMissing(text) ? '' : text))]),
  ) as unknown as PointsCells
