import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { PgBoss, fromDrizzle } from 'pg-boss'
import type { Logger } from 'pino'
import { checkRegistry } from './check-registry.ts'
import type { TaskDefinition } from './define-task.ts'
import type { Queue } from './queue.ts'
import { taskHandlers } from './registry.ts'
import { RushClient } from './rush-client.ts'
import { serveQueue } from './serve-queue.ts'
import { TASK_CHANNEL, type TaskBell, listenForTasks } from './task-bell.ts'
import { packAnswer, waitForAnswer } from './wait-for-answer.ts'

export interface QueueSettings {
  /** Connection string of the database. */
  url: string
  log: Logger
  /** Decides how many connections are kept; both look for lost workers. */
  role: 'service' | 'worker'
  definitions?: readonly TaskDefinition[]
}

const STOP_MS = 5000

/** Opens the queue and creates or migrates its tables (schema `pgboss`); processes may do so at the same time. */
export async function createQueue({
  url,
  log,
  role,
  definitions = taskHandlers.map(({ definition }) => definition),
}: QueueSettings): Promise<Queue> {
  checkRegistry(definitions)
  // Its pool makes its connections with this class; the types of pg-boss do not say so.
  const pool = { Client: RushClient }
  const boss = new PgBoss({
    ...pool,
    connectionString: url,
    application_name: `strata-queue-${role}`,
    max: role === 'worker' ? 4 : 3,
    connectionTimeoutMillis: 5000,
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
  let bell: TaskBell | undefined
  const running = new Set<() => Promise<void>>()
  return {
    async send(tx, { name }, payload, { priority = 0 } = {}) {
      const payloads = (Array.isArray(payload) ? payload : [payload]) as object[]
      if (payloads.length === 0) return
      const tasks = payloads.map((data, i) => ({ data, priority: priority - i }))
      await boss.insert(name, tasks, { db: fromDrizzle(tx as never, sql as never) })
      await tx.execute(sql`select pg_notify(${TASK_CHANNEL}, ${name})`)
    },
    async ask(definition, payload, signal) {
      const task = { name: definition.name, id: randomUUID() }
      await boss.insert(task.name, [{ id: task.id, data: payload as object }])
      await boss.getDb().executeSql('select pg_notify($1, $2)', [TASK_CHANNEL, task.name])
      return (await waitForAnswer(boss, task, signal)) as never
    },
    async work({ name, payload, atOnce = 1 }, handle) {
      bell ??= listenForTasks(url, log)
      const serve = () =>
        serveQueue({
          boss,
          bell: bell!,
          log,
          name,
          handle: async ({ id, retryCount, signal, data }) =>
            packAnswer(await handle({ id, retryCount, signal, payload: payload.parse(data) })),
        })
      const ends = Array.from({ length: atOnce }, serve)
      for (const end of ends) running.add(end)
      return async () => void (await Promise.all(ends.map((end) => end())))
    },
    async stop() {
      await Promise.race([Promise.all([...running].map((end) => end())), sleep(STOP_MS)])
      await bell?.close()
      await boss.stop({ graceful: true, timeout: STOP_MS })
    },
  }
}
