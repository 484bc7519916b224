import {
  type ColumnDef,
  type RowData,
  columnVisibilityFeature,
  createTableHook,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'

export interface ColumnMeta {
  /** The column in words: its header, its label in a stacked row, its entry in the view menu. */
  label: string
  align?: 'right'
  /** Left out until someone asks for it in the view menu. */
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

/** The service pages, sorts and filters; the table only draws what came. */
export const { useAppTable, createAppColumnHelper } = createTableHook({
  features,
  manualPagination: true,
  manualSorting: true,
  enableSortingRemoval: false,
  sortDescFirst: false,
  autoResetPageIndex: false,
})

export type AppTable<R extends RowData> = ReturnType<typeof useAppTable<R>>
// Each column has its own value type.
// oxlint-disable-next-line typescript/no-explicit-any
export type Columns<R extends RowData> = readonly ColumnDef<Features, R, any>[]
