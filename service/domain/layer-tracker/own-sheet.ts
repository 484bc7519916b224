import { and, eq, inArray, sql } from '#drizzle'
import type { Database, Executor } from '../../db/client.ts'
import { lockFor } from '../../db/lock-for.ts'
import { tracker_rows, tracker_sheets, tracker_workbooks } from '../../db/schema.ts'
import { type Transaction, transactionWithAudit } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { compare, type TrackedJob, type TrackerSheet } from './tracker-sheet.ts'

const CHUNK = 500

/** A sheet of one of the service's workbooks. The sheet is created on first use; with `create` the workbook too. */
export function ownSheet(db: Database, sheetId: string, name: string, create: boolean): TrackerSheet {
  return {
    async preview(jobs) {
      if (!create) await requireKept(db, sheetId)
      const sheet = await findSheet(db, sheetId, name)
      const previous = sheet === undefined ? new Map() : await readRows(db, sheet, jobs)
      return jobs.map((job) => compare(job, previous.get(job.jobId)))
    },
    add: (jobs, actorId) =>
      transactionWithAudit(db, async (tx) => {
        await lockFor(tx, `tracker/${sheetId}`)
        if (!create) await requireKept(tx, sheetId)
        const sheet = await ensureSheet(tx, sheetId, name, actorId)
        const previous = await readRows(tx, sheet, jobs)
        const changes = jobs.map((job) => compare(job, previous.get(job.jobId)))
        await writeRows(
          tx,
          sheet,
          jobs.filter((_job, i) => changes[i].state !== 'same'),
          actorId,
        )
        return changes
      }),
  }
}

async function requireKept(db: Executor, sheetId: string): Promise<void> {
  const [kept] = await db
    .select({ id: tracker_workbooks.id })
    .from(tracker_workbooks)
    .where(eq(tracker_workbooks.sheet_id, sheetId))
  if (kept) return
  const message = sentence`There is no workbook '${sheetId}'. Choose an existing one or create a new one; in a script, send "create": true.`
  throw new ServiceError('not-found', message, { field: 'create' })
}

export async function findSheet(db: Executor, sheetId: string, name: string): Promise<number | undefined> {
  const [sheet] = await db
    .select({ id: tracker_sheets.id })
    .from(tracker_sheets)
    .innerJoin(tracker_workbooks, eq(tracker_workbooks.id, tracker_sheets.workbook_id))
    .where(and(eq(tracker_workbooks.sheet_id, sheetId), sql`lower(${tracker_sheets.name}) = lower(${name})`))
  return sheet?.id
}

/** Called while the workbook is locked. */
export async function ensureSheet(
  tx: Transaction,
  sheetId: string,
  name: string,
  actorId: number,
  title = `Layer tracker ${sheetId}`,
): Promise<number> {
  const [workbook] = await tx
    .insert(tracker_workbooks)
    .values({ sheet_id: sheetId, title, created_by: actorId })
    .onConflictDoUpdate({ target: tracker_workbooks.sheet_id, set: { changed_at: sql`now()` } })
    .returning({ id: tracker_workbooks.id })
  const found = await findSheet(tx, sheetId, name)
  if (found !== undefined) return found
  const [sheet] = await tx
    .insert(tracker_sheets)
    .values({ workbook_id: workbook.id, name })
    .returning({ id: tracker_sheets.id })
  return sheet.id
}

async function readRows(db: Executor, sheet: number, jobs: readonly TrackedJob[]) {
  const rows = await db
    .select({ jobId: tracker_rows.job_id, cells: tracker_rows.cells })
    .from(tracker_rows)
    .where(
      and(
        eq(tracker_rows.sheet_id, sheet),
        inArray(
          tracker_rows.job_id,
          jobs.map(({ jobId }) => jobId),
        ),
      ),
    )
  return new Map(rows.map(({ jobId, cells }) => [jobId, cells]))
}

async function writeRows(tx: Transaction, sheet: number, jobs: readonly TrackedJob[], actorId: number) {
  if (jobs.length === 0) return
  const [{ last }] = await tx
    .select({ last: sql<number>`coalesce(max(${tracker_rows.position}), 0)::int` })
    .from(tracker_rows)
    .where(eq(tracker_rows.sheet_id, sheet))
  for (let from = 0; from < jobs.length; from += CHUNK) {
    await tx
      .insert(tracker_rows)
      .values(
        jobs.slice(from, from + CHUNK).map(({ jobId, cells }, i) => ({
          sheet_id: sheet,
          job_id: jobId,
          position: last + 1 + from + i,
          cells,
          changed_by: actorId,
        })),
      )
      .onConflictDoUpdate({
        target: [tracker_rows.sheet_id, tracker_rows.job_id],
        set: {
          cells: sql`excluded.cells`,
          changed_by: sql`excluded.changed_by`,
          changed_at: sql`now()`,
        },
      })
  }
}
