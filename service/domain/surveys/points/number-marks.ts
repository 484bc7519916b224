import { counted } from '#common/counted.ts'
import { DECIMAL } from '#service/tables/cells.ts'
import { numberReadings, type NumberReadings } from '#service/tables/number-readings.ts'
import type { PointError } from './point-error.ts'

export function hasMarks(text: string): boolean {
  const { thousands, decimal } = numberReadings(text)
  return thousands !== null || decimal !== null
}

interface NumberCell extends NumberReadings {
  row: number
  /** What the column holds, and its name in the file. */
  key: string
  column: string | null
  text: string
}

/**
 * One finding for all numbers with a decimal comma or separators of thousands: a spreadsheet writes every number of a
 * file in one way. Where both readings are possible, both are named.
 */
export function findNumberMarks(
  columns: readonly { key: string; column: string | null; texts: readonly string[] }[],
  rows: Uint32Array,
  isSkipped: (row: number) => boolean,
): PointError | null {
  const found: NumberCell[] = []
  let pointed: string | null = null
  for (const { key, column, texts } of columns) {
    for (const [i, text] of texts.entries()) {
      if (isSkipped(rows[i])) continue
      const readings = numberReadings(text)
      if (DECIMAL.test(text)) {
        if (readings.thousands !== null) pointed ??= text
      } else if (readings.thousands !== null || readings.decimal !== null)
        found.push({ row: rows[i], key, column, text, ...readings })
    }
  }
  if (found.length === 0) return null
  const first = (cells: readonly NumberCell[]) =>
    cells.reduce((best, next) => (next.row < best.row ? next : best))
  const decimals = found.filter(({ thousands }) => thousands === null)
  const thousands = found.filter(({ decimal }) => decimal === null)
  if (decimals.length > 0) {
    const other = thousands[0]?.text ?? pointed
    return report(
      first(decimals),
      found.length,
      (others) => `has a decimal comma${others}.`,
      ({ decimal }) =>
        `Write decimals with a point, as in ${decimal}.${other === null ? '' : ` Remove what separates thousands: ${numberReadings(other).thousands} instead of '${other}'.`}`,
    )
  }
  if (thousands.length > 0)
    return report(
      first(thousands),
      found.length,
      (others) => `has separators of thousands${others}.`,
      (cell) => `Write numbers without them, as in ${cell.thousands}.`,
    )
  return report(
    first(found),
    found.length,
    (others) => `has a comma${others}: does it separate thousands, or is it a decimal comma?`,
    (cell) =>
      `Write ${cell.thousands} if it separates thousands, or ${cell.decimal} if it is a decimal comma.`,
  )
}

function report(
  cell: NumberCell,
  count: number,
  predicate: (others: string) => string,
  help: (cell: NumberCell) => string,
): PointError {
  const others =
    count === 1
      ? ''
      : count === 2
        ? ', and so has another cell'
        : `, and so have ${counted(count - 1, 'other cell')}`
  return {
    row: cell.row,
    column: cell.column,
    message: `the ${cell.key} '${cell.text.slice(0, 40)}' ${predicate(others)}`,
    help: help(cell),
  }
}
