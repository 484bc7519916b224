import { randomUUID } from 'node:crypto'
import { sql } from '#drizzle'
import type pg from 'pg'
import { PgBoss, fromDrizzle } from 'pg-boss'
import type { Logger } from 'pino'
import { WatchedClient } from '../db/watched-client.ts'
import { checkRegistry } from './check-registry.ts'
import type { TaskDefinition } from './define-task.ts'
import type { Queue } from './queue.ts'
import { taskHandlers } from './registry.ts'
import { packAnswer, waitForAnswer } from './wait-for-answer.ts'

interface QueueSettings {
  /** Connection string of the database. */
  url: string
  log: Logger
  /** Decides how many connections are kept; both look for lost workers. */
  role: 'service' | 'worker'
  definitions?: readonly TaskDefinition[]
}

const STOP_MS = 5000
/** Maintenance is given this long, and a dead connection holds up the next task for no longer. */
const STATEMENT_MS = 20_000

class QueueClient extends WatchedClient {
  constructor(settings: pg.ClientConfig) {
    super({ ...settings, statement_timeout: STATEMENT_MS })
  }
}

const POLLING = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2, heartbeatRefreshSeconds: 3 }

/** Opens the queue and creates or migrates its tables (schema `pgboss`); processes may do so at the same time. */
export async function createQueue({
  url,
  log,
  role,
  definitions = taskHandlers.map(({ definition }) => definition),
}: QueueSettings): Promise<Queue> {
  checkRegistry(definitions)
  // pg-boss gives its options to pg's pool, but its types name only some of the pool's.
  const pool = { Client: QueueClient }
  const boss = new PgBoss({
    ...pool,
    connectionString: url,
    application_name: `strata-queue-${role}`,
    max: role === 'worker' ? 4 : 3,
    connectionTimeoutMillis: 5000,
    useListenNotify: true,
    notifyHeartbeatIntervalMs: 5000,
    notifyHeartbeatTimeoutMs: 3000,
    notifyKeepAliveInitialDelayMs: 3000,
    supervise: true,
    superviseIntervalSeconds: 4,
    monitorIntervalSeconds: 4,
    schedule: false,
    persistWarnings: false,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'queue error'))
  boss.on('warning', (warning) => log.warn({ warning }, 'queue warning'))
  await boss.start()
  for (const { name, options } of definitions) {
    await boss.createQueue(name, { ...options, policy: 'standard' })
    await boss.updateQueue(name, options)
  }
  return {
    async send(tx, { name }, payload, { priority = 0 } = {}) {
      const payloads = (Array.isArray(payload) ? payload : [payload]) as object[]
      if (payloads.length === 0) return
      const tasks = payloads.map((data, i) => ({ data, priority: priority - i }))
      await boss.insert(name, tasks, { db: fromDrizzle(tx as never, sql as never) })
    },
    async ask(definition, payload, signal) {
      const task = { name: definition.name, id: randomUUID() }
      await boss.insert(task.name, [{ id: task.id, data: payload as object }])
      return (await waitForAnswer(boss, task, signal)) as never
    },
    async work(definition, handle) {
      const { name, payload, atOnce = 1 } = definition
      const serve = async () => {
        const workId: string = await boss.work<unknown>(name, { ...POLLING, batchSize: 1 }, async ([job]) => {
          const { id, retryCount, signal, data } = job
          try {
            return packAnswer(await handle({ id, retryCount, signal, payload: payload.parse(data) }))
          } finally {
            // Straight to the next one instead of waiting for the next poll.
            boss.notifyWorker(workId)
          }
        })
      }
      for (let n = 0; n < atOnce; n++) await serve()
      return () => boss.offWork(name)
    },
    stop: () => boss.stop({ graceful: true, timeout: STOP_MS }),
  }
}
