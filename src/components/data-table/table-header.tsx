import type { Header, RowData } from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
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
        'sticky top-0 h-10 border-b bg-sunk px-1.5 min-[1600px]:px-2 text-xs font-semibold whitespace-nowrap text-muted',
        right ? 'text-right min-[1200px]:pr-4' : 'text-left',
        first || column.id === 'actions' ? 'z-30' : 'z-20',
        first && (selectable ? 'left-10 pl-1' : 'left-0 pl-3'),
        column.id === 'actions' && 'right-0 border-l',
        meta?.className,
      )}
    >
      {column.getCanSort() ? (
        <button
          type="button"
          onClick={column.getToggleSortingHandler()}
          className={cn(
            'group relative -mx-1 inline-flex h-8 items-center gap-1 rounded px-1 hover:text-text',
            right && 'flex-row-reverse',
            sorted && 'text-text',
          )}
        >
          <table.FlexRender header={header} />
          <Icon
            aria-hidden="true"
            className={cn(
              'size-3.5 shrink-0',
              // Takes no space until it is active: a dozen columns have to fit.
              !sorted && 'absolute opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100',
              !sorted && (right ? '-left-3' : '-right-3'),
            )}
          />
        </button>
      ) : (
        <table.FlexRender header={header} />
      )}
    </th>
  )
}
