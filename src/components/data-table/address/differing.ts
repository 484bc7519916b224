import type { RowData } from '@tanstack/react-table'
import type { Columns } from '~/components/data-table/table/app-table.ts'

/** The ids of columns whose values are not the same in all of these rows; undefined if there is nothing to compare. */
export function differingColumns<R extends RowData>(
  columns: Columns<R>,
  rows: readonly R[],
): Set<string> | undefined {
  if (rows.length < 2) return undefined
  const different = columns.flatMap((column) => {
    if (!('accessorKey' in column)) return []
    const key = String(column.accessorKey)
    const values = new Set(rows.map((row) => JSON.stringify((row as Record<string, unknown>)[key] ?? null)))
    return values.size > 1 ? [column.id ?? key] : []
  })
  return new Set(different)
}
