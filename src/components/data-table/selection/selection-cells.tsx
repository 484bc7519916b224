import type { RowData } from '@tanstack/react-table'
import { cn } from '~/lib/class-names.ts'
import { SelectBox } from './select-box.tsx'
import type { Selection } from './selection.ts'
import { as } from '~/components/data-table/table/table-roles.ts'

export interface RowSelection<R extends RowData> {
  state: Selection<R>
  /** Names a row's checkbox. */
  nameOf: (row: R) => string
}

export function SelectPageCell<R extends RowData>({
  selection: { state },
  pageRows,
}: {
  selection: RowSelection<R>
  pageRows: readonly { id: string; original: R }[]
}) {
  const count = pageRows.filter(({ id }) => state.rows.has(id)).length
  const all = pageRows.length > 0 && count === pageRows.length
  return (
    <th {...as.columnheader} className="data-head pinned choice">
      <SelectBox
        aria-label="Select all rows of this page"
        disabled={pageRows.length === 0}
        checked={all ? true : count > 0 ? 'indeterminate' : false}
        onToggle={() =>
          state.setAll(
            pageRows.map(({ original }) => original),
            !all,
          )
        }
      />
    </th>
  )
}

export function SelectRowCell<R extends RowData>({
  row,
  pageRows,
  toggle,
  checked,
  name,
  dense,
}: {
  row: R
  /** The page's rows, in order. */
  pageRows: readonly R[]
  toggle: Selection<R>['toggle']
  checked: boolean
  name: string
  dense: boolean
}) {
  return (
    <td {...as.cell} className={cn('pinned choice', dense && 'dense')}>
      <SelectBox
        data-row-check
        aria-label={`Select ${name}`}
        checked={checked}
        onToggle={(withShift) => toggle(row, pageRows, withShift)}
      />
    </td>
  )
}
