import type { Header, RowData } from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronsUpDown } from '~/components/ui/icons.tsx'
import { as } from './table-roles.ts'
import { cn } from '~/lib/class-names.ts'
import type { AppTable, Features } from './app-table.ts'

export function HeaderCell<R extends RowData>({
  table,
  header,
  first,
  selectable,
}: {
  table: AppTable<R>
  header: Header<Features, R, unknown>
  first: boolean
  /** A column of checkboxes comes first. */
  selectable: boolean
}) {
  const { column } = header
  const meta = column.columnDef.meta
  const sorted = column.getIsSorted()
  const right = meta?.align === 'right'
  const Icon = sorted === 'asc' ? ArrowUp : sorted === 'desc' ? ArrowDown : ChevronsUpDown
  return (
    <th
      {...as.columnheader}
      scope="col"
      aria-sort={
        column.getCanSort() ? (sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : 'none') : undefined
      }
      className={cn(
        'data-head',
        right && 'number',
        first && (selectable ? 'pinned beside-choice' : 'pinned'),
        column.id === 'actions' && 'actions',
        meta?.className,
      )}
    >
      {column.getCanSort() ? (
        <button type="button" onClick={column.getToggleSortingHandler()} className="sort-button">
          <table.FlexRender header={header} />
          <Icon />
        </button>
      ) : (
        <table.FlexRender header={header} />
      )}
    </th>
  )
}
