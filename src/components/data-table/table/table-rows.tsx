import type { Row, RowData } from '@tanstack/react-table'
import { type ComponentProps, useMemo } from 'react'
import type { Features } from './app-table.ts'
import { BodyRow } from './table-body.tsx'
import type { RowSelection } from '~/components/data-table/selection/selection-cells.tsx'
import { useGradualRows } from './use-gradual-rows.ts'

/** The rows of a page; a component of its own, so that the header is not rendered with each step of a long one. */
export function TableRows<R extends RowData>({
  rows,
  selection,
  ...look
}: {
  rows: readonly Row<Features, R>[]
  selection?: RowSelection<R>
} & Pick<ComponentProps<typeof BodyRow<R>>, 'columns' | 'widths' | 'dense'>) {
  const count = useGradualRows(rows)
  const toggle = selection?.state.toggle
  const choice = useMemo(
    () => toggle && { toggle, pageRows: rows.map(({ original }) => original) },
    [toggle, rows],
  )
  return rows.slice(0, count).map((row) => (
    <BodyRow
      key={row.id}
      row={row}
      {...look}
      {...(selection && {
        choice,
        selected: selection.state.rows.has(row.id),
        name: selection.nameOf(row.original),
      })}
    />
  ))
}
