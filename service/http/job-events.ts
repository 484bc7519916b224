import type { JobChange } from '#contract/jobs/job-shapes.ts'
import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Services } from '../context.ts'
import { getProgress } from '../domain/jobs/get-progress.ts'
import { type ListeningConnection, listenForChanges } from '../domain/jobs/listen-for-changes.ts'

export interface JobEvent {
  id: string
  job: JobChange
}

interface JobListener {
  onEvent(event: JobEvent): void
  /** A session or an access token of this person has ended. */
  onAccessEnded(userId: number): void
  /** Events may have been missed: end the stream, so that the client reconnects and reloads. */
  onEnd(): void
}

export interface JobEvents {
  /** Resolves with the way to stop once changes are heard; with the database away `onEnd` was called by then. */
  listen(listener: JobListener): Promise<() => void>
  /** What has changed since an event that this process sent; null when it does not know. */
  since(eventId: string): Promise<JobEvent[] | null>
  close(): void
}

const GATHER_MS = 100
const REMEMBERED = 5000
/** Kept open briefly, so that a listener that reconnects can reuse it. */
const LINGER_MS = 20_000

/**
 * Changes of jobs, and the ends of sessions, as PostgreSQL notifies them, over one connection whatever the number of
 * listeners, and none without any. Changes of a tenth of a second are read together, so a busy queue costs ten statements a second at most.
 */
export function createJobEvents(db: Services['db'], log: Logger): JobEvents {
  const source = randomBytes(4).toString('hex')
  const listeners = new Set<JobListener>()
  const changed = new Set<number>()
  /** Job of event number `first + index`. */
  const remembered: number[] = []
  let first = 1
  let connection: ListeningConnection | null = null
  let connecting = Promise.resolve()
  let timer: NodeJS.Timeout | null = null
  let linger: NodeJS.Timeout | undefined
  let closed = false

  const remember = (jobId: number) => {
    remembered.push(jobId)
    if (remembered.length > REMEMBERED) first += remembered.splice(0, remembered.length - REMEMBERED).length
    return `${source}-${first + remembered.length - 1}`
  }

  async function publish(): Promise<void> {
    const ids = [...changed]
    changed.clear()
    for (const job of await getProgress(db, ids)) {
      const event = { id: remember(job.id), job }
      for (const listener of listeners) listener.onEvent(event)
    }
  }

  function gather(jobId: number): void {
    changed.add(jobId)
    timer ??= setTimeout(() => {
      publish()
        .catch((err: unknown) => {
          log.warn({ err }, 'job changes could not be sent')
          endAll()
        })
        .finally(() => {
          timer = null
          // What arrived while the last ones were sent.
          const [waiting] = changed
          if (waiting !== undefined && !closed) gather(waiting)
        })
    }, GATHER_MS)
  }

  function endAll(): void {
    for (const listener of listeners) listener.onEnd()
    listeners.clear()
  }

  /** Callers that arrive while the connection is being established wait for it too: until then no events arrive. */
  async function connect(): Promise<void> {
    if (closed) return
    if (!connection) connecting = open()
    await connecting
  }

  async function open(): Promise<void> {
    const lost = () => {
      if (connection !== fresh) return
      disconnect()
      // From here on events are lost; listeners reconnect, which opens a new connection, and reload everything.
      endAll()
    }
    const fresh = listenForChanges(db, {
      onJobChange: gather,
      onAccessEnded(userId) {
        for (const listener of listeners) listener.onAccessEnded(userId)
      },
      onLost: lost,
    })
    connection = fresh
    await fresh.ready.catch((err: unknown) => {
      log.warn({ err }, 'cannot listen for changes of jobs yet')
      lost()
    })
  }

  function disconnect(): void {
    const last = connection
    connection = null
    // What happens unheard cannot be replayed.
    first += remembered.splice(0).length + 1
    last?.close()
  }

  return {
    async listen(listener) {
      clearTimeout(linger)
      // Before the connection exists: if it fails, this listener ends like all others.
      listeners.add(listener)
      await connect()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearTimeout(linger)
        linger = setTimeout(() => listeners.size === 0 && disconnect(), LINGER_MS)
        linger.unref()
      }
    },
    async since(eventId) {
      const [from, number] = eventId.split('-')
      const at = Number(number) + 1 - first
      if (from !== source || !Number.isInteger(at) || at < 0 || at > remembered.length) return null
      const ids = [...new Set(remembered.slice(at))]
      const id = `${source}-${first + remembered.length - 1}`
      return (await getProgress(db, ids)).map((job) => ({ id, job }))
    },
    close() {
      closed = true
      clearTimeout(linger)
      if (timer) clearTimeout(timer)
      endAll()
      disconnect()
    },
  }
}
