import type { Cell, Row, RowData } from '@tanstack/react-table'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { type RowSelection, SelectRowCell } from './selection-cells.tsx'
import { sizeOf } from './size-of.ts'
import { as } from './table-roles.ts'
import { cn } from '~/lib/class-names.ts'
import { type AppTable, type Features, columnLabel } from './app-table.ts'

export function BodyRow<R extends RowData>({
  table,
  row,
  widths,
  dense,
  selection,
  shown,
}: {
  table: AppTable<R>
  row: Row<Features, R>
  widths: Readonly<Record<string, number>> | undefined
  dense: boolean
  selection?: RowSelection<R>
  /** The page's rows, in order. */
  shown: readonly Row<Features, R>[]
}) {
  const selected = selection?.state.rows.has(row.id) ?? false
  return (
    <tr
      {...as.row}
      aria-selected={selection ? selected : undefined}
      data-selected={selected || undefined}
      className="data-row"
    >
      {selection && <SelectRowCell selection={selection} row={row} shown={shown} dense={dense} />}
      {row.getVisibleCells().map((cell, index) => (
        <BodyCell
          key={cell.id}
          table={table}
          cell={cell}
          width={widths?.[cell.column.id]}
          dense={dense}
          first={index === 0}
          selectable={selection !== undefined}
        />
      ))}
    </tr>
  )
}

function BodyCell<R extends RowData>({
  table,
  cell,
  width,
  dense,
  first,
  selectable,
}: {
  table: AppTable<R>
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
  const content = <table.FlexRender cell={cell} />
  if (first) {
    return (
      <th
        {...as.rowheader}
        scope="row"
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
