import type { RowData } from '@tanstack/react-table'
import { useId } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { Checkbox } from '~/components/ui/checkbox.tsx'
import { SlidersHorizontal } from '~/components/ui/icons.tsx'
import { Popover } from '~/components/ui/popover.tsx'
import { type AppTable, columnLabel } from './app-table.ts'
import type { TableSearch } from './search.ts'

/** Visible columns and row height, both in the address; the row height is remembered for other tables, too. */
export function TableViewMenu<R extends RowData>({
  table,
  dense,
  onDense,
  differ,
  onSearch,
}: {
  table: AppTable<R>
  dense: boolean
  onDense: (dense: boolean) => void
  differ: boolean
  onSearch: (patch: Partial<TableSearch>) => void
}) {
  const columns = table.getAllLeafColumns().filter((column) => column.getCanHide())
  const toggle = (id: string) => {
    const shown = columns.filter((column) => column.getIsVisible() !== (column.id === id))
    const usual = columns.filter((column) => !column.columnDef.meta?.optional)
    const same = shown.length === usual.length && shown.every((column) => usual.includes(column))
    onSearch({
      columns: same || shown.length === 0 ? undefined : shown.map((column) => column.id),
      differ: undefined,
    })
  }
  return (
    <Popover
      label="View"
      align="end"
      className="w-60!"
      trigger={
        <Button variant="quiet" size="small">
          <SlidersHorizontal aria-hidden="true" />
          View
        </Button>
      }
    >
      <div className="flex flex-col gap-1">
        <Choice label="Dense rows" checked={dense} onToggle={() => onDense(!dense)} />
        <Choice
          label="Only columns that differ"
          checked={differ}
          onToggle={() => onSearch({ differ: differ ? undefined : true })}
        />
        <p className="mt-1 text-xs font-medium text-muted">Columns</p>
        {columns.map((column) => (
          <Choice
            key={column.id}
            label={columnLabel(column)}
            checked={column.getIsVisible()}
            onToggle={() => toggle(column.id)}
          />
        ))}
      </div>
    </Popover>
  )
}

function Choice({ label, checked, onToggle }: { label: string; checked: boolean; onToggle: () => void }) {
  const id = useId()
  return (
    <div className="flex min-h-8 items-center gap-2">
      <Checkbox id={id} checked={checked} onCheckedChange={onToggle} />
      <label htmlFor={id} className="flex-1">
        {label}
      </label>
    </div>
  )
}
