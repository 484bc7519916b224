import { TRACKER_COLUMNS } from '#contract/layer-tracker.ts'
import { asc, eq } from '#drizzle'
import { writeXlsx } from 'hucre/xlsx'
import { MEDIA_TYPES } from '../configuration/parse.ts'
import type { Executor } from '../../db/client.ts'
import { tracker_rows } from '../../db/schema.ts'
import { plainText } from '../../tables/plain-text.ts'
import { requireWorkbook, sheetsOf } from './workbooks.ts'

/** A workbook as .xlsx: numbers stay numbers, and no text can become a formula. */
export async function download(
  db: Executor,
  sheetId: string,
): Promise<{ name: string; mediaType: string; content: Buffer }> {
  const workbook = await requireWorkbook(db, sheetId)
  const sheets: Parameters<typeof writeXlsx>[0]['sheets'] = []
  for (const { id, name } of await sheetsOf(db, [workbook.id])) {
    const rows = await db
      .select({ cells: tracker_rows.cells })
      .from(tracker_rows)
      .where(eq(tracker_rows.sheet_id, id))
      .orderBy(asc(tracker_rows.position))
    const written = rows.map(({ cells }) =>
      TRACKER_COLUMNS.map((column) => {
        const value = cells[column] ?? ''
        return typeof value === 'string' ? plainText(value) : value
      }),
    )
    sheets.push({ name, rows: [[...TRACKER_COLUMNS], ...written], freezePane: { rows: 1 } })
  }
  return {
    name: `${workbook.title}.xlsx`,
    mediaType: MEDIA_TYPES.xlsx,
    content: Buffer.from(await writeXlsx({ sheets })),
  }
}
