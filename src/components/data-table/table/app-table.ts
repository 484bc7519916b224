import {
  type ColumnDef,
  type RowData,
  columnVisibilityFeature,
  createTableHook,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'

interface ColumnMeta {
  /** The column's name in a stacked row and in the view menu, if it is not the header's. */
  label?: string
  align?: 'right'
  /** Hidden until enabled in the view menu. */
  optional?: boolean
  className?: string
  /** What an export of the column holds, if not the field of its name. */
  fields?: readonly string[]
}

const features = tableFeatures({
  rowPaginationFeature,
  rowSortingFeature,
  columnVisibilityFeature,
  columnMeta: {} as ColumnMeta,
})
export type Features = typeof features

/** The service pages, sorts and filters; the table only renders the result. */
export const { useAppTable, createAppColumnHelper } = createTableHook({
  features,
  manualPagination: true,
  manualSorting: true,
  sortDescFirst: false,
  autoResetPageIndex: false,
})

export type AppTable<R extends RowData> = ReturnType<typeof useAppTable<R>>
// Each column has its own value type.
// oxlint-disable-next-line typescript/no-explicit-any
export type Columns<R extends RowData> = readonly ColumnDef<Features, R, any>[]

/** The column's name outside its header. */
export const columnLabel = ({
  id,
  columnDef: { header, meta },
}: {
  id: string
  columnDef: { header?: unknown; meta?: ColumnMeta }
}): string => meta?.label ?? (typeof header === 'string' ? header : id)

/** The fields of the visible columns, as exports name them; a column of buttons has none. */
export const columnFields = <R extends RowData>(table: AppTable<R>): string[] =>
  table
    .getVisibleLeafColumns()
    .flatMap(({ id, accessorFn, columnDef }) => columnDef.meta?.fields ?? (accessorFn ? [id] : []))
