import { CONFIGURATION_COLUMNS } from '#contract/submissions/configuration.ts'
import type { Finding } from '#contract/shapes.ts'
import type { Validation } from '#contract/submissions/submissions.ts'

/** A configuration as an editable table; `row` as in findings: the header is row 1. */
export interface Sheet {
  columns: readonly string[]
  rows: readonly SheetRow[]
  /** The name that a renamed column had first, by its current name. */
  renamed?: Readonly<Record<string, string>>
}
export interface SheetRow {
  row: number
  cells: Readonly<Record<string, string>>
}

export const KNOWN_COLUMNS: readonly string[] = CONFIGURATION_COLUMNS.map(({ name }) => name)

export const sheetOf = ({ columns, rows }: Validation): Sheet => ({ columns, rows })

export const valueOf = ({ cells }: SheetRow, column: string): string => cells[column] ?? ''

/** Values from a row downwards, into these columns from left to right; values beyond the edges are dropped. */
export function fill(
  sheet: Sheet,
  row: number,
  columns: readonly string[],
  values: readonly (readonly string[])[],
): Sheet {
  const top = sheet.rows.findIndex((one) => one.row === row)
  if (top === -1) return sheet
  const filled = new Set<string>()
  const rows = sheet.rows.map((one, at) => {
    const line = values[at - top]
    if (!line) return one
    const cells = { ...one.cells }
    for (const [step, value] of line.entries()) {
      const name = columns[step]
      if (name === undefined) break
      cells[name] = value
      filled.add(name)
    }
    return { ...one, cells }
  })
  const fresh = [...filled].filter((name) => !sheet.columns.includes(name))
  return { ...sheet, columns: [...sheet.columns, ...fresh], rows }
}

export const setCell = (sheet: Sheet, row: number, column: string, value: string): Sheet =>
  fill(sheet, row, [column], [[value]])

export function renameColumn(sheet: Sheet, from: string, to: string): Sheet {
  const { columns, rows } = sheet
  const { [from]: first = from, ...others } = sheet.renamed ?? {}
  const names = columns
    .filter((name) => name !== to || name === from)
    .map((name) => (name === from ? to : name))
  return {
    columns: names,
    // A column that was already there takes the values of the other one: its cells change.
    renamed: first === to || columns.includes(to) ? others : { ...others, [to]: first },
    rows: rows.map(({ row, cells: { [from]: moved = '', [to]: previous = '', ...cells } }) => ({
      row,
      cells: { ...cells, [to]: moved || previous },
    })),
  }
}

/** Applies a finding's `fix`: in the header it is the column's name, elsewhere the cell's value. */
export function applyFix(sheet: Sheet, { row, column }: Pick<Finding, 'row' | 'column'>, fix: string): Sheet {
  if (row === null || column === null) return sheet
  return row === 1 ? renameColumn(sheet, column, fix) : setCell(sheet, row, column, fix)
}

export function dropColumn(sheet: Sheet, gone: string): Sheet {
  const { [gone]: _first, ...renamed } = sheet.renamed ?? {}
  return {
    columns: sheet.columns.filter((name) => name !== gone),
    renamed,
    rows: sheet.rows.map(({ row, cells: { [gone]: _gone, ...cells } }) => ({ row, cells })),
  }
}

export const dropRow = (sheet: Sheet, gone: number): Sheet => ({
  ...sheet,
  rows: sheet.rows.filter(({ row }) => row !== gone),
})

/** A former sheet with the column names that the other has: all at once, because columns may exchange their names. */
export function withNamesOf({ columns, rows }: Sheet, { renamed = {} }: Sheet): Sheet {
  const current = new Map(Object.entries(renamed).map(([now, first]) => [first, now]))
  const nameOf = (name: string) => current.get(name) ?? name
  // A column whose name another one has now was removed.
  const isKept = (name: string) => current.has(name) || !Object.hasOwn(renamed, name)
  return {
    columns: columns.filter(isKept).map(nameOf),
    rows: rows.map(({ row, cells }) => ({
      row,
      cells: Object.fromEntries(
        Object.entries(cells).flatMap(([name, value]) => (isKept(name) ? [[nameOf(name), value]] : [])),
      ),
    })),
  }
}

export interface CellChange {
  row: number
  column: string
  before: string
  after: string
}

/** Changed cells of rows that both have, ignoring surrounding spaces and the names of renamed columns. */
export function changesOf(first: Sheet, after: Sheet): CellChange[] {
  const before = withNamesOf(first, after)
  const previous = new Map(before.rows.map((row) => [row.row, row]))
  const columns = [...new Set([...before.columns, ...after.columns])]
  return after.rows.flatMap((now) => {
    const then = previous.get(now.row)
    if (!then) return []
    return columns.flatMap((column) => {
      const change = {
        row: now.row,
        column,
        before: valueOf(then, column).trim(),
        after: valueOf(now, column).trim(),
      }
      return change.before === change.after ? [] : [change]
    })
  })
}
