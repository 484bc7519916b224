import type { UseQueryResult } from '@tanstack/react-query'
import type { RowData, Updater } from '@tanstack/react-table'
import { type ReactNode, useMemo } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { type Columns, useAppTable } from './app-table.ts'
import { differingColumns } from './differing.ts'
import { FilterBar } from './filter-bar.tsx'
import { type Filter, type Patch, clearAll, countOf } from './filters.ts'
import type { Ignored } from './ignored.ts'
import { IgnoredNotice } from './ignored-notice.tsx'
import { NewestFirst } from './newest-first.tsx'
import type { RowAction } from './row-action.ts'
import { type TableSearch, type TableState, fromTable, toTable } from './search.ts'
import { SelectionBar } from './selection-bar.tsx'
import type { RowSelection } from './selection-cells.tsx'
import { chosenRows } from './selection.ts'
import { SortMenu } from './sort-menu.tsx'
import { TableGrid } from './table-grid.tsx'
import { TablePager } from './table-pager.tsx'
import { NotLoaded, NothingFound, PastTheEnd } from './table-states.tsx'
import { TableViewMenu } from './table-view-menu.tsx'

export interface DataTableProps<R extends RowData> {
  /** The table's name; `pluralNoun` is used in the empty states. */
  label: string
  pluralNoun: string
  columns: Columns<R>
  rowId: (row: R) => string
  search: TableSearch
  /** Changes the address; `replace` if the change belongs to the previous one. */
  onSearch: (patch: Patch, options: { replace: boolean }) => void
  /** Values in the address that the table ignores. */
  ignored?: readonly Ignored[]
  filters: readonly Filter[]
  result: UseQueryResult<{ content: R[]; totalElements: number }>
  /** Shown when there are no rows and no filters. */
  empty: ReactNode
  /** Shown beside the pager, e.g. whether the list is live. */
  note?: ReactNode
  /** The time column of tables that open with the oldest rows first: 'Newest first' takes one click. */
  newest?: string
  /** Rows can be selected; `actions` are what the selected rows allow. */
  selection?: RowSelection<R> & { actions: (rows: readonly R[]) => readonly RowAction[] }
}

/** Renders the address and the service's answer; every change goes to the address and comes back from there. */
export function DataTable<R extends RowData>(props: DataTableProps<R>) {
  const { label, pluralNoun, columns, rowId, search, onSearch, ignored = [] } = props
  const { filters, result, empty, note, newest, selection } = props
  const change = (patch: Patch) => onSearch(patch, { replace: false })
  const state = toTable(search)
  const set =
    <K extends keyof TableState>(part: K) =>
    (updater: Updater<TableState[K]>) => {
      const value = typeof updater === 'function' ? updater(state[part]) : updater
      const { page, page_size, sort_by, sort_order } = fromTable(search, { ...state, [part]: value })
      change({ page, page_size, sort_by, sort_order })
    }
  const rows = result.data?.content
  const columnVisibility = useMemo(() => {
    const differing = search.differ && rows ? differingColumns(columns, rows) : undefined
    return visibility(columns, differing ? [...differing] : search.columns)
  }, [columns, rows, search.columns, search.differ])
  const total = result.data?.totalElements ?? 0
  const table = useAppTable<R>({
    columns,
    data: rows ?? (noRows as R[]),
    rowCount: total,
    getRowId: rowId,
    state: { ...state, columnVisibility },
    onPaginationChange: set('pagination'),
    onSortingChange: set('sorting'),
  })

  const chosen = selection ? chosenRows(selection.state, rows ?? [], rowId) : []
  const dense = search.dense ?? false
  const pages = Math.max(1, Math.ceil(total / search.page_size))
  const filtered = filters.some((filter) => countOf(filter, { ...search }) > 0)
  // There are no rows at all: show only the empty state.
  const bare = rows !== undefined && total === 0 && !filtered
  const clear = () => change({ ...clearAll(filters), page: 1 })
  const content = () => {
    if (result.isError && !rows) {
      return <NotLoaded error={result.error} onRetry={() => void result.refetch()} busy={result.isFetching} />
    }
    if (rows?.length === 0) {
      if (total > 0) {
        return <PastTheEnd page={search.page} pages={pages} onLast={() => change({ page: pages })} />
      }
      return filtered ? <NothingFound pluralNoun={pluralNoun} onClear={clear} /> : empty
    }
    return (
      <TableGrid
        table={table}
        label={label}
        dense={dense}
        stale={result.isPlaceholderData}
        skeletonRows={rows ? undefined : Math.min(search.page_size, 10)}
        selection={selection}
      />
    )
  }

  return (
    <div className="flex min-w-0 flex-col gap-3">
      {ignored.length > 0 && (
        <IgnoredNotice
          ignored={ignored}
          onDismiss={() => onSearch({ ignored: undefined }, { replace: true })}
        />
      )}
      {!bare && (
        <FilterBar
          filters={filters}
          search={{ ...search }}
          onFilter={(patch, options) => onSearch({ ...patch, page: 1 }, options)}
        >
          {selection && rows && rows.length > 0 && (
            <Button
              variant="quiet"
              size="small"
              className="min-[700px]:hidden"
              onClick={() => selection.state.setAll(rows, true)}
            >
              Select page
            </Button>
          )}
          {newest !== undefined && <NewestFirst table={table} column={newest} />}
          <SortMenu table={table} newest={newest} />
          <TableViewMenu table={table} dense={dense} differ={search.differ ?? false} onSearch={change} />
        </FilterBar>
      )}
      {content()}
      {chosen.length > 0 && selection && (
        <SelectionBar
          count={chosen.length}
          elsewhere={
            chosen.length - (rows ?? []).filter((row) => selection.state.rows.has(rowId(row))).length
          }
          actions={selection.actions(chosen)}
          onClear={selection.state.clear}
        />
      )}
      {(rows || !result.isError) && (!bare || result.isError) && (
        <TablePager search={search} shown={rows?.length ?? 0} total={total} onSearch={change} loading={!rows}>
          {note}
          {rows && result.isError && (
            <p className="text-warning">Could not be refreshed; shown as last seen.</p>
          )}
        </TablePager>
      )}
    </div>
  )
}

const noRows: never[] = []

function visibility<R extends RowData>(columns: Columns<R>, shown: readonly string[] | undefined) {
  return Object.fromEntries(
    columns
      .filter((column) => column.enableHiding !== false)
      .map((column) => {
        const id = column.id ?? ('accessorKey' in column ? String(column.accessorKey) : '')
        return [id, shown ? shown.includes(id) : !column.meta?.optional]
      }),
  )
}
