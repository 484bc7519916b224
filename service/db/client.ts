import { type NodePgDatabase, drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import * as schema from './schema.ts'

export type Database = NodePgDatabase<typeof schema> & { $client: pg.Pool }
/** A database or an open transaction: what verbs take. */
export type Executor = Pick<
  Database,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute'
>

/** A pool of clients; a statement that runs longer than 10 s, or waits for a lock longer than 5 s, is given up. */
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
    connectionString: url,
    max: options.max ?? 10,
    application_name: options.applicationName ?? 'strata',
    // Also the wait for a free connection: a call then answers 503 within five seconds.
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 4000,
    idleTimeoutMillis: 30_000,
    statement_timeout: options.statementTimeoutMs ?? 10_000,
    lock_timeout: 5000,
    idle_in_transaction_session_timeout: 60_000,
  })
  // A lost idle connection is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  // Nor may a connection lost between two statements of a transaction: its next statement reports the loss.
  pool.on('connect', (client) => void client.on('error', () => {}))
  return drizzle(pool, { schema })
}
