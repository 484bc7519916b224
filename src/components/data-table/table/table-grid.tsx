import type { RowData } from '@tanstack/react-table'
import { as } from './table-roles.ts'
import { cn } from '~/lib/class-names.ts'
import type { AppTable } from './app-table.ts'
import { SkeletonRow } from './table-body.tsx'
import { type RowSelection, SelectPageCell } from '~/components/data-table/selection/selection-cells.tsx'
import { HeaderCell } from './table-header.tsx'
import { TableRows } from './table-rows.tsx'
import { useColumnResizing } from '~/components/data-table/columns/use-column-resizing.ts'
import { useEdgeHints } from './use-edge-hints.ts'
import { useGridKeys } from './use-grid-keys.ts'

const noRows: never[] = []

/**
 * From 700 px: a table that scrolls inside its own region, with sticky header and first column; below, each row is a
 * card of labelled values. The roles are explicit because `display` would remove the native ones.
 */
export function TableGrid<R extends RowData>({
  table,
  label,
  name,
  widths,
  dense,
  stale,
  skeletonRows,
  selection,
}: {
  table: AppTable<R>
  label: string
  /** Name under which the widths of its columns are remembered. */
  name: string
  /** Widths of the columns that were resized. */
  widths: Readonly<Record<string, number>> | undefined
  dense: boolean
  /** The previous page, shown while the next one loads. */
  stale: boolean
  /** The number of grey rows to show instead of data. */
  skeletonRows?: number
  selection?: RowSelection<R>
}) {
  const columns = table.getVisibleLeafColumns()
  const body = useGridKeys()
  const region = useEdgeHints()
  const resizing = useColumnResizing()
  const rows = skeletonRows === undefined ? table.getRowModel().rows : noRows
  return (
    <section
      ref={region}
      aria-label={`${label}, table`}
      className="table-region max-h-[max(24rem,calc(100dvh-18.5rem))] overflow-auto rounded border max-[699px]:max-h-none"
    >
      <table
        {...as.grid}
        aria-label={label}
        data-table={name}
        aria-multiselectable={selection ? true : undefined}
        aria-busy={stale || skeletonRows !== undefined || undefined}
        className={cn(
          'w-full border-separate border-spacing-0 transition-opacity max-[699px]:block',
          // A quick answer spares the table two changes of its look.
          stale && 'opacity-60 delay-150',
        )}
      >
        <thead {...as.rowgroup} {...resizing} className="max-[699px]:hidden">
          {table.getHeaderGroups().map((group) => (
            <tr {...as.row} key={group.id}>
              {selection && <SelectPageCell selection={selection} pageRows={rows} />}
              {group.headers.map((header, index) => (
                <HeaderCell
                  key={header.id}
                  table={table}
                  header={header}
                  width={widths?.[header.column.id]}
                  first={index === 0}
                  selectable={selection !== undefined}
                />
              ))}
            </tr>
          ))}
        </thead>
        <tbody {...as.rowgroup} ref={body} className="max-[699px]:block">
          <TableRows rows={rows} columns={columns} widths={widths} dense={dense} selection={selection} />
          {Array.from({ length: skeletonRows ?? 0 }, (_, row) => (
            <SkeletonRow
              key={row}
              columns={columns.length}
              dense={dense}
              selectable={selection !== undefined}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}
