import type { Cell, Row, RowData } from '@tanstack/react-table'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { type RowSelection, SelectRowCell } from './selection-cells.tsx'
import { as } from './table-roles.ts'
import { cn } from '~/lib/class-names.ts'
import { type AppTable, type Features, columnLabel } from './app-table.ts'

const height = (dense: boolean) => (dense ? 'h-8 py-0.5' : 'h-10 py-1')
const line = 'border-b group-last:border-b-0'
/** A row on a narrow screen: title across, actions in the corner, values in two columns. */
const card =
  'max-[699px]:relative max-[699px]:grid max-[699px]:grid-cols-2 max-[699px]:gap-x-3 max-[699px]:gap-y-2 max-[699px]:border-b max-[699px]:p-3 max-[699px]:last:border-b-0'

export function BodyRow<R extends RowData>({
  table,
  row,
  dense,
  selection,
  shown,
}: {
  table: AppTable<R>
  row: Row<Features, R>
  dense: boolean
  selection?: RowSelection<R>
  /** The page's rows, in order. */
  shown: readonly Row<Features, R>[]
}) {
  const selected = selection?.state.rows.has(row.id) ?? false
  return (
    <tr
      {...as.row}
      data-selected={selected || undefined}
      className={cn('group hover:bg-hover data-selected:bg-selected', card)}
    >
      {selection && (
        <SelectRowCell selection={selection} row={row} shown={shown} className={cn(height(dense), line)} />
      )}
      {row.getVisibleCells().map((cell, index) => (
        <BodyCell
          key={cell.id}
          table={table}
          cell={cell}
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
  dense,
  first,
  selectable,
}: {
  table: AppTable<R>
  cell: Cell<Features, R, unknown>
  dense: boolean
  first: boolean
  selectable: boolean
}) {
  const { id, columnDef } = cell.column
  const meta = columnDef.meta
  const look = cn(
    'px-1.5 min-[1600px]:px-2 align-middle first:pl-3 max-[699px]:first:pl-0 max-[699px]:block max-[699px]:h-auto max-[699px]:min-w-0 max-[699px]:border-0 max-[699px]:p-0',
    height(dense),
    line,
    meta?.align === 'right' ? 'text-right tabular max-[699px]:text-left min-[1200px]:pr-4' : 'text-left',
    meta?.className,
  )
  const content = <table.FlexRender cell={cell} />
  if (first) {
    return (
      <th
        {...as.rowheader}
        scope="row"
        data-row-link
        className={cn(
          look,
          'sticky z-10 bg-ground font-normal group-hover:bg-hover group-data-selected:bg-selected max-[699px]:static max-[699px]:z-0 max-[699px]:col-span-2 max-[699px]:bg-transparent max-[699px]:pr-10',
          selectable ? 'left-10 pl-1 max-[699px]:pl-8' : 'left-0',
        )}
      >
        {content}
      </th>
    )
  }
  const actions = id === 'actions'
  return (
    <td
      {...as.cell}
      className={cn(
        look,
        actions &&
          'sticky right-0 border-l bg-ground group-hover:bg-hover group-data-selected:bg-selected max-[699px]:border-0 max-[699px]:absolute max-[699px]:top-1.5 max-[699px]:right-1.5 max-[699px]:bg-transparent',
      )}
    >
      {!actions && (
        <span aria-hidden="true" className="hidden text-xs text-muted max-[699px]:block">
          {columnLabel(cell.column)}
        </span>
      )}
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
    <tr {...as.row} className={cn('group', card)}>
      {selectable && (
        <td {...as.cell} className={cn('w-10 min-w-10 max-[699px]:hidden', height(dense), line)} />
      )}
      {Array.from({ length: columns }, (_, column) => (
        <td
          {...as.cell}
          key={column}
          className={cn(
            'px-1.5 min-[1600px]:px-2 first:pl-3 max-[699px]:first:pl-0 max-[699px]:h-auto max-[699px]:border-0 max-[699px]:p-0 max-[699px]:first:col-span-2',
            height(dense),
            line,
          )}
        >
          <Skeleton className={column === 0 ? 'w-40' : widths[column % widths.length]} />
        </td>
      ))}
    </tr>
  )
}
