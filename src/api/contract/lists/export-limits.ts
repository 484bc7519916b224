export const EXPORT_FORMATS = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
/** The most rows that an Excel sheet holds, header included. */
export const XLSX_MAX_ROWS = 1_048_576
/** The most rows of one export of any list but the jobs. */
export const MAX_EXPORT_ROWS = 100_000
