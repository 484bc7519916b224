import { type NodePgDatabase, drizzle } from '#drizzle'
import pg from 'pg'
import * as schema from './schema.ts'
import { WatchedClient } from './watched-client.ts'

export type Database = NodePgDatabase<typeof schema> & { $client: pg.Pool }
/** A database or an open transaction: the executor of verbs. */
export type Executor = Pick<
  Database,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute'
>

/** A pool of clients; a statement that runs longer than 10 s, or waits for a lock longer than 5 s, is cancelled. */
export function connect(
  url: string,
  options: {
    max?: number
    applicationName?: string
    statementTimeoutMs?: number
    connectionTimeoutMs?: number
  } = {},
): Database {
  const pool = new pg.Pool({
    Client: WatchedClient,
    connectionString: url,
    max: options.max ?? 10,
    application_name: options.applicationName ?? 'strata',
    // Also the maximum wait for a free connection: a call then answers 503 within five seconds.
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 4000,
    idleTimeoutMillis: 30_000,
    statement_timeout: options.statementTimeoutMs ?? 10_000,
    lock_timeout: 5000,
    idle_in_transaction_session_timeout: 60_000,
  })
  // The pool replaces a lost idle connection; without a listener its error would end the process.
  pool.on('error', () => {})
  return drizzle(pool, { schema })
}
