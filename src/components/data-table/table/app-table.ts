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
