import { randomBytes } from 'node:crypto'
import type { Answer, Query } from '#contract/endpoint.ts'
import type { TrackerWorkbook, listTrackerRows, listTrackerWorkbooks } from '#contract/layer-tracker.ts'
import { asc, eq, inArray, sql } from '#drizzle'
import type { Actor } from '../../context.ts'
import type { Database, Executor } from '../../db/client.ts'
import { byText, contains, countAll, listPage } from '../../db/list-query.ts'
import { tracker_rows, tracker_sheets, tracker_workbooks } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { ensureSheet, findSheet } from './own-sheet.ts'

type Row = typeof tracker_workbooks.$inferSelect

export async function create(
  db: Database,
  actor: Actor,
  { title, sheet_name }: { title: string; sheet_name: string },
): Promise<TrackerWorkbook> {
  const sheetId = `strata-${randomBytes(24).toString('base64url')}`
  await transactionWithAudit(db, (tx) => ensureSheet(tx, sheetId, sheet_name, actor.id, title))
  return withSheets(db, [await requireWorkbook(db, sheetId)]).then(([workbook]) => workbook)
}

export async function list(
  db: Executor,
  query: Query<typeof listTrackerWorkbooks>,
): Promise<Answer<typeof listTrackerWorkbooks>> {
  const page = await listPage({
    select: db.select().from(tracker_workbooks).$dynamic(),
    count: db.select({ total: countAll }).from(tracker_workbooks).$dynamic(),
    where: [query.title === undefined ? undefined : contains(tracker_workbooks.title, query.title)],
    sortable: {
      id: tracker_workbooks.id,
      title: byText(tracker_workbooks.title),
      created_at: tracker_workbooks.created_at,
      changed_at: tracker_workbooks.changed_at,
    },
    id: tracker_workbooks.id,
    query,
    present: (row: Row) => row,
  })
  return { ...page, content: await withSheets(db, page.content) }
}

/** Rows of the named sheet, else of the first. */
export async function listRows(
  db: Executor,
  sheetId: string,
  query: Query<typeof listTrackerRows>,
): Promise<Answer<typeof listTrackerRows>> {
  const workbook = await requireWorkbook(db, sheetId)
  const [first] = await sheetsOf(db, [workbook.id])
  const sheet = query.sheet_name === undefined ? first?.id : await findSheet(db, sheetId, query.sheet_name)
  if (sheet === undefined)
    throw new ServiceError(
      'not-found',
      sentence`The workbook '${workbook.title}' has no sheet '${query.sheet_name}'.`,
    )
  return listPage({
    select: db.select().from(tracker_rows).$dynamic(),
    count: db.select({ total: countAll }).from(tracker_rows).$dynamic(),
    where: [eq(tracker_rows.sheet_id, sheet)],
    sortable: {
      position: tracker_rows.position,
      job_id: tracker_rows.job_id,
      changed_at: tracker_rows.changed_at,
    },
    id: tracker_rows.job_id,
    query,
    present: ({ sheet_id: _sheet, changed_at, ...row }: typeof tracker_rows.$inferSelect) => ({
      ...row,
      changed_at: changed_at.toISOString(),
    }),
  })
}

export async function requireWorkbook(db: Executor, sheetId: string): Promise<Row> {
  const [workbook] = await db.select().from(tracker_workbooks).where(eq(tracker_workbooks.sheet_id, sheetId))
  if (!workbook)
    throw new ServiceError(
      'not-found',
      sentence`There is no workbook '${sheetId}' here. It may be a Google sheet.`,
    )
  return workbook
}

export const sheetsOf = (db: Executor, workbookIds: number[]) =>
  db
    .select({
      id: tracker_sheets.id,
      workbook_id: tracker_sheets.workbook_id,
      name: tracker_sheets.name,
      rows: sql<number>`(select count(*)::int from ${tracker_rows} where ${tracker_rows.sheet_id} = ${tracker_sheets.id})`,
    })
    .from(tracker_sheets)
    .where(inArray(tracker_sheets.workbook_id, workbookIds))
    .orderBy(asc(tracker_sheets.id))

async function withSheets(db: Executor, workbooks: readonly Row[]): Promise<TrackerWorkbook[]> {
  if (workbooks.length === 0) return []
  const sheets = await sheetsOf(
    db,
    workbooks.map(({ id }) => id),
  )
  return workbooks.map(({ id, created_at, changed_at, ...workbook }) => ({
    ...workbook,
    created_at: created_at.toISOString(),
    changed_at: changed_at.toISOString(),
    sheets: sheets.filter(({ workbook_id }) => workbook_id === id).map(({ name, rows }) => ({ name, rows })),
  }))
}
