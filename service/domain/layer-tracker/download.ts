import { TRACKER_COLUMNS } from '#contract/layer-tracker.ts'
import { asc, eq } from '#drizzle'
import type { AppConfig } from '#config'
import type { Executor } from '../../db/client.ts'
import { tracker_rows } from '../../db/schema.ts'
import type { Cell } from '../../tables/table.ts'
import { MEDIA_TYPES } from '../../tables/format-of.ts'
import { xlsxOf } from '../../tables/write-xlsx.ts'
import { requireWorkbook, sheetsOf } from './workbooks.ts'

const KEY = TRACKER_COLUMNS.indexOf('job_key')
const KINDS = { source_date: 'date', datetime_submitted: 'time', datetime_finished: 'time' } as const

const reportAddress = (appUrl: string, key: Cell) =>
  `${appUrl}/spatial-catalog/report/${encodeURIComponent(String(key))}`

/** A workbook as .xlsx: dates as such, and a link to the report of each job. */
export async function download(
  db: Executor,
  { appUrl }: Pick<AppConfig, 'appUrl'>,
  sheetId: string,
): Promise<{ name: string; mediaType: string; content: Buffer }> {
  const workbook = await requireWorkbook(db, sheetId)
  const sheets: Parameters<typeof xlsxOf>[0][number][] = []
  for (const { id, name } of await sheetsOf(db, [workbook.id])) {
    const rows = await db
      .select({ cells: tracker_rows.cells })
      .from(tracker_rows)
      .where(eq(tracker_rows.sheet_id, id))
      .orderBy(asc(tracker_rows.position))
    sheets.push({
      name,
      header: TRACKER_COLUMNS,
      kinds: KINDS,
      rows: rows.map(({ cells }) => TRACKER_COLUMNS.map((column) => cells[column] ?? '')),
      linkOf: (row) => reportAddress(appUrl, row[KEY]),
      linked: KEY,
    })
  }
  return {
    name: `${workbook.title}.xlsx`,
    mediaType: MEDIA_TYPES.xlsx,
    content: await xlsxOf(sheets),
  }
}
