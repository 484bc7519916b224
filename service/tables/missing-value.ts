import { counted } from '#common/counted.ts'
import type { Finding } from '#contract/shapes.ts'
import { warningAt } from './table.ts'

/** How R, SAS, Stata, pandas, spreadsheets and databases write a value that is missing. */
const MISSING = new Set(['na', '.', 'n/a', '#n/a', 'nan', '<na>', 'null'])

export const isMissing = (cell: string): boolean => cell.length < 5 && MISSING.has(cell.toLowerCase())

/** Whether a sheet's cell counts as empty. NaN is a failed computation there, and NA the code of Namibia. */
export const countsAsEmpty = (cell: string, column: string): boolean =>
  isMissing(cell) && column !== 'iso3_code' && !/nan/i.test(cell)

/** One warning for each column, at its first cell that counts as empty. */
export function missingWarnings(cells: readonly { row: number; column: string; text: string }[]): Finding[] {
  return [...Map.groupBy(cells, ({ column }) => column)].map(([column, [{ row, text }, ...others]]) =>
    warningAt(
      row,
      column,
      `'${text}' counts as an empty cell${others.length > 0 ? `, here and in ${counted(others.length, 'other row')}` : ''}.`,
      'Leave cells without a value empty.',
    ),
  )
}
