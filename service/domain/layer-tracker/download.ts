import { TRACKER_COLUMNS } from '#contract/layer-tracker.ts'
import { asc, eq } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { tracker_rows } from '../../db/schema.ts'
import { MEDIA_TYPES } from '../../tables/format-of.ts'
import { xlsxOf } from '../../tables/write-xlsx.ts'
import { requireWorkbook, sheetsOf } from './workbooks.ts'

/** A workbook as .xlsx. */
export async function download(
  db: Executor,
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
    const written = rows.map(({ cells }) => TRACKER_COLUMNS.map((column) => cells[column] ?? ''))
    sheets.push({ name, rows: [TRACKER_COLUMNS, ...written] })
  }
  return {
    name: `${workbook.title}.xlsx`,
    mediaType: MEDIA_TYPES.xlsx,
    content: await xlsxOf(sheets),
  }
}
