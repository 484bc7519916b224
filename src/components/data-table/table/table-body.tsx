import type { Cell, Column, Row, RowData } from '@tanstack/react-table'
import { cell_getContext } from '@tanstack/react-table/static-functions'
import { memo } from 'react'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { SelectRowCell } from '~/components/data-table/selection/selection-cells.tsx'
import type { Selection } from '~/components/data-table/selection/selection.ts'
import { sizeOf } from '~/components/data-table/columns/size-of.ts'
import { as } from './table-roles.ts'
import { cn } from '~/lib/class-names.ts'
import { type Features, columnLabel } from './app-table.ts'

interface BodyRowProps<R extends RowData> {
  row: Row<Features, R>
  /** The visible ones, in order. */
  columns: readonly Column<Features, R>[]
  widths: Readonly<Record<string, number>> | undefined
  dense: boolean
  /** If rows can be selected. */
  choice?: { toggle: Selection<R>['toggle']; pageRows: readonly R[] }
  /** Whether it is selected, and the name of its checkbox. */
  selected?: boolean
  name?: string
}

/** Rendered again only if its own props change: selecting one of a hundred rows must not render the others. */
export const BodyRow = memo(PlainRow) as typeof PlainRow

function PlainRow<R extends RowData>({
  row,
  columns,
  widths,
  dense,
  choice,
  selected = false,
  name = '',
}: BodyRowProps<R>) {
  const cells = row.getAllCellsByColumnId()
  return (
    <tr
      {...as.row}
      aria-selected={choice && selected}
      data-selected={selected || undefined}
      className="data-row"
    >
      {choice && (
        <SelectRowCell {...choice} row={row.original} checked={selected} name={name} dense={dense} />
      )}
      {columns.map(({ id }, index) => (
        <BodyCell
          key={id}
          cell={cells[id]!}
          width={widths?.[id]}
          dense={dense}
          first={index === 0}
          selectable={choice !== undefined}
        />
      ))}
    </tr>
  )
}

const contextOf = <R extends RowData>(cell: Cell<Features, R, unknown>) =>
  cell_getContext(cell) as ReturnType<typeof cell.getContext>

function BodyCell<R extends RowData>({
  cell,
  width,
  dense,
  first,
  selectable,
}: {
  cell: Cell<Features, R, unknown>
  width: number | undefined
  dense: boolean
  first: boolean
  selectable: boolean
}) {
  const { id, columnDef } = cell.column
  const meta = columnDef.meta
  const look = cn(
    width !== undefined && 'sized',
    dense && 'dense',
    meta?.align === 'right' && 'number',
    meta?.className,
  )
  // Called, not rendered as a component, and its context not remembered: a page has a thousand cells.
  const content = typeof columnDef.cell === 'function' ? columnDef.cell(contextOf(cell)) : columnDef.cell
  if (first) {
    return (
      <th
        {...as.rowheader}
        data-row-link
        className={cn(look, 'pinned', selectable && 'beside-choice')}
        style={sizeOf(width)}
      >
        {content}
      </th>
    )
  }
  if (id === 'actions') {
    return (
      <td {...as.cell} className={cn(look, 'pinned actions')}>
        {content}
      </td>
    )
  }
  return (
    <td
      {...as.cell}
      data-label={columnLabel(cell.column)}
      className={look || undefined}
      style={sizeOf(width)}
    >
      {content}
    </td>
  )
}

const widths = ['w-24', 'w-16', 'w-20', 'w-12', 'w-14']

export function SkeletonRow({
  columns,
  dense,
  selectable,
}: {
  columns: number
  dense: boolean
  selectable: boolean
}) {
  return (
    <tr {...as.row} className="data-row">
      {selectable && <td {...as.cell} className={cn('pinned choice max-[699px]:hidden', dense && 'dense')} />}
      {Array.from({ length: columns }, (_, column) => (
        <td
          {...as.cell}
          key={column}
          className={cn(
            dense && 'dense',
            column === 0 && 'pinned',
            column === 0 && selectable && 'beside-choice',
          )}
        >
          <Skeleton className={column === 0 ? 'w-40' : widths[column % widths.length]} />
        </td>
      ))}
    </tr>
  )
}
