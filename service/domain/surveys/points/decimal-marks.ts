import type { PointsReading } from '#contract/surveys/points-reading.ts'
import { numberReadings } from '#service/tables/number-readings.ts'
import type { PointError } from './point-error.ts'
import type { PointsRow } from './points-table.ts'

export type Decimal = PointsReading['decimal']

/** Enough to see how a file writes its numbers. */
const MAX_ROWS = 2000
const WITH_COMMA = /^[+-]?\d*,\d+$/
const WITH_POINT = /^[+-]?\d*\.\d+$/

/** The decimal mark of most numbers that can have no other: 1,250 and 1.250 may have separators of thousands. */
export function decimalOf(records: readonly PointsRow[]): Decimal {
  let commas = 0
  let points = 0
  for (const { cells } of records.slice(0, MAX_ROWS))
    for (const cell of cells) {
      if (numberReadings(cell).thousands !== null) continue
      if (WITH_COMMA.test(cell)) commas++
      else if (WITH_POINT.test(cell)) points++
    }
  return commas > points ? 'comma' : 'point'
}

/** The same number with a decimal point. */
export const withPoint = (text: string): string => (WITH_COMMA.test(text) ? text.replace(',', '.') : text)

/** One finding for all numbers with a point in a file with decimal commas. */
export function findPoints(
  columns: readonly { key: string; column: string | null; texts: readonly string[] }[],
  rows: Uint32Array,
  isSkipped: (row: number) => boolean,
): PointError | null {
  for (const { key, column, texts } of columns) {
    const at = texts.findIndex((text, i) => /^[+-]?[\d.]*\.[\d.]*(,\d+)?$/.test(text) && !isSkipped(rows[i]))
    if (at < 0) continue
    const text = texts[at].slice(0, 40)
    const { thousands } = numberReadings(text)
    return {
      row: rows[at],
      column,
      message: `the ${key} '${text}' has a point, but the decimals of this file are read as commas.`,
      help:
        thousands === null
          ? 'Choose decimal points for the file, or write each of its decimals with a comma.'
          : `Write it without separators of thousands, as in ${thousands.replace('.', ',')}, or choose decimal points for the file.`,
    }
  }
  return null
}
