import type { RowData } from '@tanstack/react-table'
import { Button } from '~/components/ui/button.tsx'
import { SlidersHorizontal } from 'lucide-react'
import { Popover } from '~/components/ui/overlays/popover.tsx'
import { type AppTable, columnLabel } from '~/components/data-table/table/app-table.ts'
import { SortFields } from '~/components/data-table/tools/sort-fields.tsx'
import { ColumnChoices } from '~/components/data-table/columns/column-choices.tsx'

interface TableViewMenuProps<R extends RowData> {
  table: AppTable<R>
  /** Where there are neither columns nor rows. */
  sortOnly?: boolean
  /** Name under which the widths of its columns are remembered. */
  name: string
  dense: boolean
  onDense: (dense: boolean) => void
  /** A saved view is chosen. */
  hasView: boolean
  differ: boolean
  onDiffer: (differ: boolean) => void
  /** Undefined: the table's default. */
  onColumns: (columns: string[] | undefined) => void
}

/**
 * Sort, visible columns and row height, all in the address. This browser remembers the row height for all tables, and the
 * columns unless a saved view is chosen.
 */
export function TableViewMenu<R extends RowData>({ sortOnly = false, ...props }: TableViewMenuProps<R>) {
  return (
    <Popover
      label="View"
      align="end"
      className="w-72!"
      trigger={
        <Button variant="quiet" size="small">
          <SlidersHorizontal aria-hidden="true" className="max-[449px]:hidden" />
          View
        </Button>
      }
    >
      <SortFields table={props.table} />
      {!sortOnly && <ViewChoices {...props} />}
    </Popover>
  )
}

/** Computed when the menu opens. */
function ViewChoices<R extends RowData>({
  table,
  name,
  dense,
  onDense,
  hasView,
  differ,
  onDiffer,
  onColumns,
}: TableViewMenuProps<R>) {
  const columns = table.getAllLeafColumns().filter((column) => column.getCanHide())
  const toggle = (id: string) => {
    const visible = columns.filter((column) => column.getIsVisible() !== (column.id === id))
    const usual = columns.filter((column) => !column.columnDef.meta?.optional)
    const same = visible.length === usual.length && visible.every((column) => usual.includes(column))
    onColumns(same || visible.length === 0 ? undefined : visible.map((column) => column.id))
  }
  return (
    <ColumnChoices
      name={name}
      columns={columns.map((column) => ({
        id: column.id,
        label: columnLabel(column),
        visible: column.getIsVisible(),
      }))}
      dense={dense}
      onDense={() => onDense(!dense)}
      hasView={hasView}
      differ={differ}
      onDiffer={() => onDiffer(!differ)}
      onToggle={toggle}
    />
  )
}
