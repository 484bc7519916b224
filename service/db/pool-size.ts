import { WatchedClient } from './watched-client.ts'

const MOST = 15
const LEAST = 4
/** Connections used by one queue, one listener and one worker, besides a service's pool. */
const OTHERS = 13

/** Connections for a service's pool: on a small server it leaves some for the queue and a worker. */
export async function poolSize(url: string): Promise<number> {
  const client = new WatchedClient({ connectionString: url, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ usable: number }>(
      `select (current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0)) as usable`,
    )
    return Math.max(LEAST, Math.min(MOST, rows[0].usable - OTHERS))
  } finally {
    await client.end()
  }
}
