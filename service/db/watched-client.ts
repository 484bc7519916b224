import type { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { markDatabaseError } from '../database-error.ts'

/** A query that has received nothing for this long finds out whether the server can be reached at all. */
const SILENT_MS = 2000
const PROBE_MS = 2000
const PROBE_AGAIN_MS = 1000
/** The server cancels a statement after its time-out; a connection that is silent for this much longer is dead. */
const GRACE_MS = 2000
const KEEP_ALIVE_MS = 3000

const TIMEOUTS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const

const open = new Set<WatchedClient>()
const probes = new Map<string, Promise<boolean>>()

/**
 * A connection whose queries end even if the network silently drops its packets: a failover behind an address, a
 * partition. Its time-outs are set once it is open, because PgBouncer rejects them as parameters of the start.
 */
export class WatchedClient extends pg.Client {
  readonly #settings: pg.ClientConfig
  readonly #maxSilenceMs: number

  constructor(settings: pg.ClientConfig = {}) {
    const { statement_timeout, lock_timeout: _, idle_in_transaction_session_timeout: __, ...rest } = settings
    super({ ...rest, keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_MS })
    this.#settings = settings
    this.#maxSilenceMs = statement_timeout ? statement_timeout + GRACE_MS : Infinity
    this.connection.on('error', markDatabaseError)
    // Its statements report the loss; without a listener, one between two statements would end the process.
    this.on('error', () => {})
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error | null) => void): void
  override connect(callback?: (error: Error | null) => void): Promise<pg.Client> | void {
    const opened = this.#open()
    if (!callback) return opened
    opened.then(() => callback(null), callback)
  }

  async #open(): Promise<pg.Client> {
    await super.connect()
    const sets = TIMEOUTS.filter((name) => this.#settings[name]).map(
      (name) => `set ${name} = ${Number(this.#settings[name])}`,
    )
    this.#socket.on('timeout', () => void this.#checkSilence())
    this.#socket.setTimeout(SILENT_MS)
    open.add(this)
    this.once('end', () => open.delete(this))
    if (sets.length > 0)
      await this.query(sets.join('; ')).catch((error: unknown) => {
        void this.end()
        throw error
      })
    return this
  }

  get #socket(): Socket {
    return this.connection.stream as Socket
  }

  get #isReady(): boolean {
    return (this as unknown as { readyForQuery: boolean }).readyForQuery
  }

  get #isIdle(): boolean {
    return this.#isReady && this.getTransactionStatus() === 'I'
  }

  get #server(): string {
    return `${this.host}:${this.port}/${this.database}`
  }

  async #checkSilence(): Promise<void> {
    const since = performance.now() - SILENT_MS
    const { bytesRead } = this.#socket
    const isSilent = () => !this.#isReady && this.#socket.bytesRead === bytesRead && !this.#socket.destroyed
    while (isSilent()) {
      const leftMs = since + this.#maxSilenceMs - performance.now()
      const reached = leftMs > 0 && (await this.#probe())
      // This process may have been too busy to read what had arrived.
      if (!reached) await nextTurn()
      if (!reached && isSilent()) return this.#abandon()
      await sleep(Math.min(PROBE_AGAIN_MS, leftMs), undefined, { ref: false })
    }
  }

  /** Whether the server accepts, or deliberately rejects, a new connection; asked once for all that are silent. */
  #probe(): Promise<boolean> {
    const running = probes.get(this.#server)
    if (running) return running
    const probe = responds(this.#settings).finally(() => probes.delete(this.#server))
    probes.set(this.#server, probe)
    return probe
  }

  /** Idle connections to the server may be just as dead: each would cost another caller the same wait. */
  #abandon(): void {
    const lost = () =>
      Object.assign(new Error('The database has not answered in time.'), { code: 'ETIMEDOUT' })
    for (const other of open)
      if (other !== this && other.#isIdle && other.#server === this.#server) other.#socket.destroy(lost())
    this.#socket.destroy(lost())
  }
}

async function responds(settings: pg.ClientConfig): Promise<boolean> {
  const probe = new pg.Client({
    ...settings,
    ...Object.fromEntries(TIMEOUTS.map((name) => [name, undefined])),
    application_name: 'strata-probe',
    connectionTimeoutMillis: PROBE_MS,
  })
  probe.on('error', () => {})
  try {
    await probe.connect()
    return true
  } catch (error) {
    return error instanceof pg.DatabaseError
  } finally {
    void probe.end().catch(() => {})
  }
}
