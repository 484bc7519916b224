import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { RowData, Updater } from '@tanstack/react-table'
import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react'
import { rememberColumns, rememberDensity, rememberNewest } from '~/components/shell/preferences.ts'
import { Button } from '~/components/ui/button.tsx'
import { sessionQuery } from '~/server/accounts.functions.ts'
import { type Columns, columnLabel, columnFields, useAppTable } from './app-table.ts'
import { differingColumns } from '~/components/data-table/address/differing.ts'
import type { Patch } from '~/components/data-table/filters/filters.ts'
import { ignoredEntry, splitEntry } from '~/components/data-table/address/ignored.ts'
import { IgnoredNotice } from '~/components/data-table/address/ignored-notice.tsx'
import type { List } from '~/components/data-table/address/list.ts'
import { ListContent, ListToolbar, isBare } from '~/components/data-table/list-parts.tsx'
import { NewestFirst } from '~/components/data-table/tools/newest-first.tsx'
import type { RowAction } from './row-action.ts'
import { type TableState, fromTable, toTable } from '~/components/data-table/address/search.ts'
import { SelectionBar } from '~/components/data-table/selection/selection-bar.tsx'
import type { RowSelection } from '~/components/data-table/selection/selection-cells.tsx'
import { rowsOfSelection, rowId } from '~/components/data-table/selection/selection.ts'
import { Gallery } from './gallery.tsx'
import { TableGrid } from './table-grid.tsx'
import { TablePager } from './table-pager.tsx'
import { TableViewMenu } from '~/components/data-table/views/table-view-menu.tsx'
import { SortOrder } from '~/components/data-table/tools/sort-order.tsx'

export interface DataTableProps<R extends { id: number }> extends List<R> {
  /** The table's name. */
  label: string
  columns: Columns<R>
  /** Shown beside the pager, e.g. whether the list is live. */
  note?: ReactNode
  /** The time column of tables that open with the oldest rows first: 'Newest first' takes one click. */
  newest?: string
  /** A row's content in the gallery, which lists with pictures have. */
  card?: ((row: R) => ReactNode) | undefined
  /** Rows can be selected; `actions` are what the selected rows allow. */
  selection?: RowSelection<R> & { actions: (rows: readonly R[]) => readonly RowAction[] }
}

/** Renders the address and the service's answer; every change goes to the address and comes back from there. */
export function DataTable<R extends { id: number }>(props: DataTableProps<R>) {
  const { label, columns, search, onSearch, result, note, newest, card, selection } = props
  const change = (patch: Patch) => onSearch(patch, { replace: false })
  const client = useQueryClient()
  const { dense: preferred, columnWidths, ownColumns } = useSuspenseQuery(sessionQuery).data
  const name = props.call.name
  const own = useOwnColumns(props, ownColumns[name])
  const state = toTable(search)
  const set =
    <K extends keyof TableState>(part: K) =>
    (updater: Updater<TableState[K]>) => {
      const value = typeof updater === 'function' ? updater(state[part]) : updater
      const { page, page_size, sort_by, sort_order, then_by } = fromTable(search, { ...state, [part]: value })
      if (part === 'sorting' && newest !== undefined && !search.view)
        rememberNewest(client, name, sort_by === newest && sort_order === 'desc' ? newest : undefined)
      change({ page, page_size, sort_by, sort_order, then_by })
    }
  const rows = result.data?.content
  const columnVisibility = useMemo(() => {
    const differing = search.differ && rows ? differingColumns(columns, rows) : undefined
    return visibility(columns, differing ? [...differing] : (search.columns ?? own))
  }, [columns, rows, search.columns, own, search.differ])
  const unknown = (search.columns ?? []).filter((id) => !Object.hasOwn(columnVisibility, id))
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

  const selectedRows = selection ? rowsOfSelection(selection.state, rows ?? []) : []
  const dense = search.dense ?? preferred
  // What is changed in a saved view is a change of that view alone.
  const isOwn = !search.view
  const setDense = (next: boolean) => {
    if (isOwn) rememberDensity(client, next)
    change({ dense: next || (isOwn || !preferred ? undefined : false) })
  }
  const bare = isBare(props)
  const gallery = search.gallery && card
  const skeletonRows = rows ? undefined : Math.min(search.page_size, 10)
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {unknown.length > 0 && (
        <IgnoredNotice
          ignored={[
            { ...splitEntry(ignoredEntry('columns', unknown)), allowed: 'those that the View menu lists' },
          ]}
          onDismiss={() => {
            const existing = search.columns?.filter((id) => Object.hasOwn(columnVisibility, id))
            onSearch({ columns: existing?.length ? existing : undefined }, { replace: true })
          }}
        />
      )}
      <ListToolbar list={props} shown={columnFields(table)}>
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
        <TableViewMenu
          table={table}
          sortOnly={gallery !== undefined}
          name={name}
          dense={dense}
          onDense={setDense}
          hasView={!isOwn}
          differ={search.differ ?? false}
          onColumns={(next) => {
            if (isOwn) rememberColumns(client, name, next)
            change({ columns: next, differ: undefined })
          }}
          onDiffer={(next) => change({ differ: next || undefined })}
        />
      </ListToolbar>
      {state.sorting.length > 1 && !bare && (
        <SortOrder
          sorting={state.sorting}
          nameOf={(id) => columnLabel(table.getColumn(id) ?? { id, columnDef: {} })}
          onSort={(sorting) => table.setSorting([...sorting])}
        />
      )}
      <ListContent list={props}>
        {gallery ? (
          <Gallery
            label={label}
            rows={rows ?? noRows}
            card={gallery}
            stale={result.isPlaceholderData}
            skeletonCards={skeletonRows}
            selection={selection}
          />
        ) : (
          <TableGrid
            table={table}
            label={label}
            name={name}
            widths={columnWidths[name]}
            dense={dense}
            stale={result.isPlaceholderData}
            skeletonRows={skeletonRows}
            selection={selection}
          />
        )}
      </ListContent>
      {selectedRows.length > 0 && selection && (
        <SelectionBar
          count={selectedRows.length}
          elsewhere={
            selectedRows.length - (rows ?? []).filter((row) => selection.state.rows.has(rowId(row))).length
          }
          actions={selection.actions(selectedRows)}
          onClear={selection.state.clear}
        />
      )}
      {(rows || !result.isError) && (!bare || result.isError) && (
        <TablePager
          search={search}
          rowCount={rows?.length ?? 0}
          total={total}
          onSearch={change}
          loading={!rows}
        >
          {note}
          {rows && result.isError && (
            <p className="text-warning">Could not be refreshed. The rows shown may be out of date.</p>
          )}
        </TablePager>
      )}
    </div>
  )
}

/**
 * The person's own columns, if neither the address nor a view says which; the address then does, so that links share
 * them.
 */
function useOwnColumns<R extends { id: number }>(
  { columns, search, onSearch }: DataTableProps<R>,
  remembered: readonly string[] | undefined,
) {
  const own = useMemo(() => {
    const existing = remembered?.filter((id) => columns.some((column) => idOf(column) === id))
    return search.columns || search.view || !existing?.length ? undefined : existing
  }, [columns, remembered, search.columns, search.view])
  const show = useEffectEvent((ids: string[]) => onSearch({ columns: ids }, { replace: true }))
  useEffect(() => {
    if (own) show(own)
  }, [own])
  return own
}

const noRows: never[] = []

const idOf = <R extends RowData>(column: Columns<R>[number]): string =>
  column.id ?? ('accessorKey' in column ? String(column.accessorKey) : '')

/** If the address names only columns that this table lacks, its default is shown. */
function visibility<R extends RowData>(columns: Columns<R>, named: readonly string[] | undefined) {
  const hideable = columns.filter((column) => column.enableHiding !== false)
  const visible =
    named?.length === 0 || hideable.some((one) => named?.includes(idOf(one))) ? named : undefined
  return Object.fromEntries(
    hideable.map((column) => [
      idOf(column),
      visible ? visible.includes(idOf(column)) : !column.meta?.optional,
    ]),
  )
}
