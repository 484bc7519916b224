import type { Header, RowData } from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { as } from './table-roles.ts'
import { cn } from '~/lib/class-names.ts'
import type { AppTable, Features } from './app-table.ts'
import { sizeOf } from '~/components/data-table/columns/size-of.ts'
import { directions, sortedBy } from '~/components/data-table/address/sorting.ts'

export function HeaderCell<R extends RowData>({
  table,
  header,
  width,
  first,
  selectable,
}: {
  table: AppTable<R>
  header: Header<Features, R, unknown>
  /** In pixels, if not as wide as its content. */
  width: number | undefined
  first: boolean
  /** A column of checkboxes comes first. */
  selectable: boolean
}) {
  const { column } = header
  const meta = column.columnDef.meta
  const sorted = column.getIsSorted()
  const { sorting } = table.state
  const rank = sorting.length > 1 ? column.getSortIndex() + 1 : 0
  const right = meta?.align === 'right'
  const Icon = sorted === 'asc' ? ArrowUp : sorted === 'desc' ? ArrowDown : ChevronsUpDown
  return (
    <th
      {...as.columnheader}
      aria-sort={column.getCanSort() ? (sorted && rank < 2 ? directions[sorted] : 'none') : undefined}
      className={cn(
        'data-head',
        width !== undefined && 'sized',
        right && 'number',
        first && (selectable ? 'pinned beside-choice' : 'pinned'),
        column.id === 'actions' && 'actions',
        meta?.className,
      )}
      style={sizeOf(width)}
      data-column={column.id}
    >
      {column.getCanSort() ? (
        <button
          type="button"
          onClick={({ shiftKey }) => table.setSorting(sortedBy(sorting, column.id, shiftKey))}
          className="sort-button"
          data-sorted={sorted || undefined}
        >
          <table.FlexRender header={header} />
          <Icon />
          {rank > 0 && <span aria-hidden="true">{rank}</span>}
          {rank > 1 && sorted && <span className="sr-only">{`, sort ${rank}, ${directions[sorted]}`}</span>}
        </button>
      ) : (
        <table.FlexRender header={header} />
      )}
      {column.id !== 'actions' && <span className="resize-handle" />}
    </th>
  )
}
