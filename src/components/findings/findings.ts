import { counted } from '#common/counted.ts'
import type { Finding } from '#contract/shapes.ts'

/** A sheet's content and its findings. */
export interface ValidatedSheet {
  columns: readonly string[]
  rows: readonly { row: number; cells: Readonly<Record<string, string | undefined>> }[]
  findings: readonly Finding[]
}

export const cellId = (row: number | null, column: string | null): string =>
  `cell-${row ?? 1}-${(column ?? 'row').replace(/[^\w-]/g, '_')}`

/** 'Row 3, column target'; the header is row 1. */
export function formatPlace({ row, column }: Pick<Finding, 'row' | 'column'>): string {
  if (row === null && column === null) return 'The whole file'
  if (row === null || (row === 1 && column !== null)) return `Header, column ${column}`
  return column === null ? `Row ${row}` : `Row ${row}, column ${column}`
}

export const byPlace = (findings: readonly Finding[]): Map<string, Finding[]> =>
  Map.groupBy(findings, ({ row, column }) => cellId(row, column))

/** Relevant columns: those with a value in any row, and those that a finding names (even if they are missing). */
export function shownColumns({
  columns,
  rows,
  findings,
}: ValidatedSheet): { name: string; missing: boolean }[] {
  const named = new Set(findings.flatMap(({ column }) => (column === null ? [] : [column])))
  const filled = (name: string) => rows.some(({ cells }) => (cells[name] ?? '') !== '')
  return [
    ...columns.filter((name) => named.has(name) || filled(name)).map((name) => ({ name, missing: false })),
    ...[...named].filter((name) => !columns.includes(name)).map((name) => ({ name, missing: true })),
  ]
}

/** '2 errors, 1 warning' */
export function formatCounts(findings: readonly Finding[]): string {
  const count = (severity: Finding['severity']) => findings.filter((one) => one.severity === severity).length
  return [
    count('error') && counted(count('error'), 'error'),
    count('warning') && counted(count('warning'), 'warning'),
  ]
    .filter(Boolean)
    .join(', ')
}
