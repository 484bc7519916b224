import type { Database } from '../../db/client.ts'
import { WatchedClient } from '../../db/watched-client.ts'

/** A connection that only listens would never notice that its packets are dropped. */
const HEARTBEAT_MS = 5000
const ANSWER_MS = 3000

interface Hearer {
  onJobChange(jobId: number): void
  /** A session or an access token of this person has ended. */
  onAccessEnded(userId: number): void
  /** Called at least once when the connection is lost, and also after `close`. */
  onLost(): void
}

export interface ListeningConnection {
  /** Resolves once changes are heard. */
  ready: Promise<void>
  close(): void
}

/** Hears what PostgreSQL notifies on a connection of its own. */
export function listenForChanges(db: Database, hearer: Hearer): ListeningConnection {
  const client = new WatchedClient({
    connectionString: db.$client.options.connectionString,
    application_name: 'strata-events',
    connectionTimeoutMillis: 5000,
    statement_timeout: ANSWER_MS,
  })
  let heartbeat: NodeJS.Timeout | undefined
  client.on('notification', ({ channel, payload }) => {
    if (channel === 'job_changed') hearer.onJobChange(Number(payload))
    else hearer.onAccessEnded(Number(payload))
  })
  const lost = () => {
    clearTimeout(heartbeat)
    hearer.onLost()
  }
  client.on('error', lost)
  client.on('end', lost)
  const beat = () => {
    heartbeat = setTimeout(() => void client.query('select 1').then(beat, lost), HEARTBEAT_MS).unref()
  }
  const listen = async () => {
    await client.connect()
    // It must not keep a process alive that has nothing else to do.
    ;(client as unknown as { unref(): void }).unref()
    await client.query('listen job_changed; listen access_ended')
    beat()
  }
  return {
    ready: listen(),
    close() {
      clearTimeout(heartbeat)
      client.end().catch(() => {})
    },
  }
}
