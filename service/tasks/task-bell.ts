import pg from 'pg'
import type { Logger } from 'pino'

export const TASK_CHANNEL = 'task_sent'
const RECONNECT_MS = 1000

export interface TaskBell {
  /** Calls `ring` when a task of that name was sent, or may have been while the connection was lost. */
  on(name: string, ring: () => void): () => void
  close(): Promise<void>
}

/** Hears of new tasks over a connection of its own. It only saves waiting: workers also look every few seconds. */
export function listenForTasks(url: string, log: Logger): TaskBell {
  const listeners = new Set<{ name: string; ring: () => void }>()
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const ringAll = (name?: string) => {
    for (const listener of listeners) if (name === undefined || listener.name === name) listener.ring()
  }
  const open = async () => {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'strata-task-bell',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    })
    client = fresh
    const lost = (err?: Error) => {
      if (client !== fresh) return
      client = undefined
      if (closed) return
      if (err) log.warn({ err }, 'queue error')
      timer = setTimeout(() => void open(), RECONNECT_MS)
      fresh.end().catch(() => {})
    }
    fresh.on('error', lost)
    fresh.on('end', () => lost())
    fresh.on('notification', ({ payload }) => ringAll(payload))
    try {
      await fresh.connect()
      await fresh.query(`listen ${TASK_CHANNEL}`)
      ringAll()
    } catch (err) {
      lost(err as Error)
    }
  }
  void open()

  return {
    on(name, ring) {
      const listener = { name, ring }
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
