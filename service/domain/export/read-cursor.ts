import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { PoolClient } from 'pg'
import type { Database } from '../../db/client.ts'
import { ServiceError } from '../../service-error.ts'

const FIRST_ROWS = 200
const ROWS = 1000
/** Per batch: the first may have to sort everything. */
const BATCH_MS = 100_000
/** Exports hold a connection while they are read; the rest of the pool is left to other calls. */
const AT_ONCE = 4
/** Per person, so that nobody takes all of them. */
const AT_ONCE_A_PERSON = 2

let open = 0
const openOf = new Map<number, number>()

export interface Cursor<Row> {
  /** Batches of rows in order; the next one is prefetched while one is used. */
  batches: AsyncGenerator<Row[]>
  /** Ends the statement at once and releases the connection; also after the last batch. */
  close(): Promise<void>
}

/** Rows unchanged. */
export const fetchRows = (count: number) => `fetch ${count} from export`
/** Lines of text as a single row: far less work and memory here. Nothing at the end. */
export const fetchLines = (count: number) =>
  `select lines from fetch_lines('export', ${count}) lines where lines <> ''`

const toText = (statement: SQL) => new PgDialect().sqlToQuery(statement)

/**
 * Opens a server-side cursor: a consistent snapshot, in constant memory here. A reader that takes nothing for a minute
 * loses it (`idle_in_transaction_session_timeout`).
 * @throws ServiceError 'too-many' if this person has too many open, 'unavailable' if this process has.
 */
export async function openCursor<Row extends unknown[]>(
  db: Database,
  select: SQL,
  personId: number | null = null,
  fetch = fetchRows,
): Promise<Cursor<Row>> {
  const leave = enter(personId)
  try {
    const client = await db.$client.connect()
    return await declare<Row>(db, client, select, fetch, leave)
  } catch (error) {
    leave()
    throw error
  }
}

/** Takes a slot; returns a function that releases it. */
function enter(personId: number | null): () => void {
  const own = personId === null ? 0 : (openOf.get(personId) ?? 0)
  const shortly = { headers: { 'Retry-After': '10' } }
  if (own >= AT_ONCE_A_PERSON)
    throw new ServiceError(
      'too-many',
      `${AT_ONCE_A_PERSON} exports of yours are still running. Please try again when one of them has ended.`,
      shortly,
    )
  if (open >= AT_ONCE)
    throw new ServiceError(
      'unavailable',
      'Too many exports are running at the moment. Please try again shortly.',
      shortly,
    )
  open++
  if (personId !== null) openOf.set(personId, own + 1)
  return () => {
    open--
    if (personId === null) return
    const left = openOf.get(personId)! - 1
    if (left > 0) openOf.set(personId, left)
    else openOf.delete(personId)
  }
}

async function declare<Row extends unknown[]>(
  db: Database,
  client: PoolClient,
  select: SQL,
  fetch: (count: number) => string,
  leave: () => void,
): Promise<Cursor<Row>> {
  let failure: Error | undefined
  let closed = false
  const note = (error: Error) => void (failure = error)
  client.on('error', note)
  let running: Promise<Row[]> | undefined

  const release = (broken: boolean) => {
    client.off('error', note)
    // An error on an abandoned connection must not end the process.
    if (broken) client.on('error', () => {})
    client.release(broken)
  }
  const next = (count: number) => {
    running = client.query<Row>({ text: fetch(count), rowMode: 'array' }).then(({ rows }) => rows)
    // A waiting reader gets the error; there may be none if the reader has disconnected.
    running.catch(() => {})
    return running
  }
  async function* read(): AsyncGenerator<Row[]> {
    let waiting = next(FIRST_ROWS)
    for (;;) {
      const rows = await waiting
      // Closed in the meantime: the connection returns to the pool unused.
      if (closed || rows.length === 0) return
      waiting = next(ROWS)
      yield rows
    }
  }

  try {
    await client.query('begin read only')
    await client.query(`set local statement_timeout = ${BATCH_MS}`)
    const { sql: text, params } = toText(sql`declare export no scroll cursor for ${select}`)
    await client.query(text, params)
  } catch (error) {
    release(true)
    throw error
  }
  return {
    batches: read(),
    async close() {
      if (closed) return
      closed = true
      try {
        if (running && !failure) await cancel(db, client, running)
        if (!failure) await client.query('rollback')
      } catch (error) {
        failure ??= error as Error
      } finally {
        release(failure !== undefined)
        leave()
      }
    },
  }
}

/**
 * Ends a batch that is still running. The connection is ours until it is released, so no other statement can be
 * affected.
 */
async function cancel(db: Database, client: PoolClient, running: Promise<unknown>): Promise<void> {
  let done = false
  const settled = running.then(
    () => void (done = true),
    () => void (done = true),
  )
  await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, 20))])
  const { processID } = client as unknown as { processID: number }
  if (!done) await db.execute(sql`select pg_cancel_backend(${processID})`)
  await settled
}
