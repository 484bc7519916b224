import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { tracker_leases } from '../../db/schema.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

/** Longer than any one call to Google (10 s, and as much for a new token), so that no request outlives its lease. */
const LEASE_S = 30
const WAIT_MS = 20_000
const ASK_AGAIN_MS = 150

/** Extends our lease on the workbook by LEASE_S; call it before each request. */
export type Renew = () => Promise<void>

/** Thrown by a write with unknown outcome: it may still take effect, so the lease is left to expire. */
export class OutcomeUnknown extends Error {}

/**
 * Runs `work` while no other process of this database writes to the workbook. Holds no connection in the meantime; if a
 * process dies, its lease expires.
 * @throws ServiceError 'unavailable' if others hold the workbook for longer than `waitMs`.
 */
export async function withSheetLease<T>(
  db: Executor,
  spreadsheetId: string,
  work: (renew: Renew) => Promise<T>,
  { waitMs = WAIT_MS } = {},
): Promise<T> {
  const owner = randomUUID()
  await acquire(db, spreadsheetId, owner, waitMs)
  const ours = sql`spreadsheet_id = ${spreadsheetId} and owner = ${owner}`
  let settled = true
  try {
    return await work(async () => {
      const { rowCount } = await db.execute(sql`
        update ${tracker_leases} set expires_at = clock_timestamp() + make_interval(secs => ${LEASE_S})
        where ${ours} and expires_at > clock_timestamp()`)
      if (rowCount === 0)
        throw new ServiceError(
          'conflict',
          sentence`Writing to the sheet timed out, and someone else has changed it. Check the sheet, then add the layers again.`,
        )
    })
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error
    settled = false
    throw error.cause
  } finally {
    // If this fails, the lease expires by itself.
    if (settled) await db.execute(sql`delete from ${tracker_leases} where ${ours}`).catch(() => {})
  }
}

async function acquire(db: Executor, spreadsheetId: string, owner: string, waitMs: number): Promise<void> {
  const until = performance.now() + waitMs
  for (;;) {
    const { rowCount } = await db.execute(sql`
      insert into ${tracker_leases} as lease (spreadsheet_id, owner, expires_at)
      values (${spreadsheetId}, ${owner}, clock_timestamp() + make_interval(secs => ${LEASE_S}))
      on conflict (spreadsheet_id) do update set owner = excluded.owner, expires_at = excluded.expires_at
      where lease.expires_at <= clock_timestamp()`)
    if (rowCount) return
    if (performance.now() >= until)
      throw new ServiceError(
        'unavailable',
        sentence`Someone else is adding layers to this workbook at the moment. Try again in a few seconds.`,
        { headers: { 'Retry-After': '10' } },
      )
    await delay(ASK_AGAIN_MS)
  }
}
