import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Database } from '../../db/client.ts'
import type { WatchedClient } from '../../db/watched-client.ts'
import { fixed, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

/** Maximum time per batch: the first may have to sort everything. */
const BATCH_MS = 100_000
/** Exports hold a connection while they are read; the rest of the pool is left to other calls. */
const AT_ONCE = 4
/** Exports per person at once, so that nobody takes all of them. */
const AT_ONCE_A_PERSON = 2

let open = 0
const openOf = new Map<number, number>()

export interface Batches<Row> {
  /** Batches of rows in order; the next one is prefetched while one is used. */
  batches: AsyncGenerator<Row[]>
  /** Ends the statement at once and releases the connection; also after the last batch. */
  close: () => Promise<void>
}

/** What is read in one read-only transaction. */
interface Source<Row> {
  /** Statements after `begin`. */
  start(client: PoolClient): Promise<unknown>
  /** The next rows; none at the end. */
  next(client: PoolClient): Promise<Row[]>
}

/**
 * Reads on a separate connection, in constant memory. A reader that takes nothing for a minute loses it
 * (`idle_in_transaction_session_timeout`).
 * @throws ServiceError 'too-many' if this person has too many open, 'unavailable' if this process has.
 */
export async function openBatches<Row>(
  db: Database,
  personId: number | null,
  source: Source<Row>,
): Promise<Batches<Row>> {
  const leave = enter(personId)
  try {
    const client = await db.$client.connect()
    return await begin(client, source, leave)
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
      sentence`You already have ${fixed(AT_ONCE_A_PERSON)} running exports. Try again when one has finished.`,
      shortly,
    )
  if (open >= AT_ONCE)
    throw new ServiceError(
      'unavailable',
      sentence`Too many exports are running at the moment. Try again shortly.`,
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

async function begin<Row>(client: PoolClient, source: Source<Row>, leave: () => void): Promise<Batches<Row>> {
  let failure: Error | undefined
  let closed = false
  const note = (error: Error) => void (failure = error)
  client.on('error', note)
  let running: Promise<Row[]> | undefined
  const watched = client as unknown as WatchedClient
  const { maxStatementMs } = watched

  const release = (broken: boolean) => {
    client.off('error', note)
    watched.maxStatementMs = maxStatementMs
    // An error on an abandoned connection must not end the process.
    if (broken) client.on('error', () => {})
    client.release(broken)
  }
  const next = () => {
    running = source.next(client)
    // A waiting reader gets the error; there may be none if the reader has disconnected.
    running.catch(() => {})
    return running
  }
  async function* read(): AsyncGenerator<Row[]> {
    let waiting = next()
    for (;;) {
      const rows = await waiting
      // Closed in the meantime: the connection returns to the pool unused.
      if (closed || rows.length === 0) return
      waiting = next()
      yield rows
    }
  }

  try {
    await client.query('begin isolation level repeatable read, read only')
    await client.query(
      `set local statement_timeout = ${BATCH_MS}; set local client_connection_check_interval = 500`,
    )
    watched.maxStatementMs = BATCH_MS
    await source.start(client)
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
        // PostgreSQL ends a batch whose connection is closed. Cancelling it would need a second connection, which may
        // be the one that others are waiting for.
        if (running && !failure && !(await endsSoon(running))) failure = new Error('Closed during a batch')
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

/** Whether a batch ends within a moment. */
function endsSoon(running: Promise<unknown>): Promise<boolean> {
  const ended = running.then(
    () => true,
    () => true,
  )
  return Promise.race([ended, sleep(20, false)])
}
