import type { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { markDatabaseError } from '../database-error.ts'

/** A query that has received nothing for this long finds out whether the server can be reached at all. */
const SILENT_MS = 2000
const PROBE_MS = 2000
const PROBE_AGAIN_MS = 1000
/** A probe's timer that rings this late shows that this process was busy, not that the server is away. */
const LATE_MS = 500
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
  /** For an owner whose statements have a longer time-out than the connection's; to be reset afterwards. */
  maxStatementMs: number

  constructor(settings: pg.ClientConfig = {}) {
    const { statement_timeout, lock_timeout: _, idle_in_transaction_session_timeout: __, ...rest } = settings
    super({ ...rest, keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_MS })
    this.#settings = settings
    this.maxStatementMs = statement_timeout || Infinity
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
      const leftMs = since + this.maxStatementMs - performance.now()
      if (leftMs <= 0) {
        await Promise.all([pause(GRACE_MS), ...this.#idleSiblings.map((other) => other.#endIfDead())])
        if (isSilent()) this.#end()
        return
      }
      if (!(await this.#probe())) {
        // This process may have been too busy to read what had arrived.
        await nextTurn()
        if (isSilent()) return [this, ...this.#idleSiblings].forEach((client) => client.#end())
      }
      await pause(Math.min(PROBE_AGAIN_MS, leftMs))
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

  /** They may be just as dead: each would cost another caller the same wait. */
  get #idleSiblings(): WatchedClient[] {
    return [...open].filter((other) => other !== this && other.#isIdle && other.#server === this.#server)
  }

  async #endIfDead(): Promise<void> {
    const { bytesRead } = this.#socket
    this.query('select 1').catch(() => {})
    await pause(GRACE_MS)
    if (this.#socket.bytesRead === bytesRead) this.#end()
  }

  #end(): void {
    this.#socket.destroy(
      Object.assign(new Error('The database has not answered in time.'), { code: 'ETIMEDOUT' }),
    )
  }
}

/** Then reads what had arrived, in case this process was busy. */
async function pause(ms: number): Promise<void> {
  await sleep(ms, undefined, { ref: false })
  await nextTurn()
}

async function responds(settings: pg.ClientConfig): Promise<boolean> {
  const start = performance.now()
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
    if (error instanceof pg.DatabaseError) return true
    return performance.now() - start > PROBE_MS + LATE_MS ? responds(settings) : false
  } finally {
    void probe.end().catch(() => {})
  }
}
