/**
 * Rows become cards on narrow screens; a `display` other than a table's own removes the native roles, so they are
 * explicit.
 */
export const as = {
  grid: { role: 'grid' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'gridcell' },
} as const
