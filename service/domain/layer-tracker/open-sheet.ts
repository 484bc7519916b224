import { eq } from '#drizzle'
import type { Services } from '../../context.ts'
import { tracker_workbooks } from '../../db/schema.ts'
import { openGoogleSheets } from './google-client.ts'
import { googleSheet } from './google-sheet.ts'
import { ownSheet } from './own-sheet.ts'
import type { TrackerSheet } from './tracker-sheet.ts'

/** If a Google account is configured, a sheet is Google's, unless the service has a workbook with exactly this id. */
export async function openSheet(
  { db, config }: Pick<Services, 'db' | 'config'>,
  sheetId: string,
  name: string,
  create: boolean,
): Promise<TrackerSheet> {
  if (config.googleServiceAccountFile === undefined) return ownSheet(db, sheetId, name, create)
  const [own] = await db
    .select({ id: tracker_workbooks.id })
    .from(tracker_workbooks)
    .where(eq(tracker_workbooks.sheet_id, sheetId))
  if (own) return ownSheet(db, sheetId, name, create)
  return googleSheet(await openGoogleSheets(config), db, sheetId, name)
}
