import { sql } from 'drizzle-orm'
import { PgBoss, fromDrizzle } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database, Executor } from '../db/client.ts'
import type { Queue } from './queue.ts'
import { RushClient } from './rush-client.ts'
import { runLayerLost } from './run-layer-lost.definition.ts'
import { runLayer } from './run-layer.definition.ts'

export interface QueueSettings {
  /** Connection string of the database; or the pool whose database it is. */
  url?: string
  db?: Database
  log: Logger
  /** Tells how many connections are kept; both kinds look after lost workers. */
  role: 'service' | 'worker'
}

const bosses = new WeakMap<Queue, PgBoss>()
const STOP_MS = 5000

/** Opens the queue, making or migrating its tables (schema `pgboss`) first; processes may do so at the same time. */
export async function createQueue({ url, db, log, role }: QueueSettings): Promise<Queue> {
  // Its pool makes its connections of it; the types of the queue do not tell.
  const pool = { Client: RushClient }
  const boss = new PgBoss({
    ...pool,
    connectionString: url ?? connectionStringOf(db),
    application_name: `strata-queue-${role}`,
    max: role === 'worker' ? 4 : 3,
    connectionTimeoutMillis: 5000,
    useListenNotify: true,
    supervise: true,
    superviseIntervalSeconds: 4,
    monitorIntervalSeconds: 4,
    schedule: false,
    persistWarnings: false,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the queue met an error'))
  boss.on('warning', (warning) => log.warn({ warning }, 'the queue warns'))
  await boss.start()
  // The dead letter queue must exist before the queue that names it.
  for (const { name, options } of [runLayerLost, runLayer]) {
    await boss.createQueue(name, { ...options, policy: 'standard' })
    await boss.updateQueue(name, options)
  }
  const queue: Queue = {
    sendRunLayer: (tx, jobId, requestId) =>
      sendRunLayer(boss, tx, { job_id: jobId, losses: 0, request_id: requestId }),
    sendRunLayers: (tx, jobIds, requestId) => sendRunLayers(boss, tx, jobIds, requestId),
    stop: () => boss.stop({ graceful: true, timeout: STOP_MS }),
  }
  bosses.set(queue, boss)
  return queue
}

/** The machinery behind a queue; for the worker. */
export function bossOf(queue: Queue): PgBoss {
  const boss = bosses.get(queue)
  if (!boss) throw new Error('This queue was not made by createQueue, so no worker can serve it.')
  return boss
}

/**
 * Layers of one person stand behind each other, not before everybody else's: the priority is minus the number of
 * layers that the person already has in the queue, so a person with one layer is served before another's hundredth.
 */
export async function sendRunLayer(
  boss: PgBoss,
  tx: Pick<Executor, 'execute'>,
  payload: { job_id: number; losses: number; request_id?: string },
  priority?: number,
): Promise<void> {
  const rank = priority ?? -(await layersAhead(tx, payload.job_id))
  await boss.send(runLayer.name, payload, { db: fromDrizzle(tx as never, sql as never), priority: rank })
}

/** New jobs of one person in the order of their ids, two statements whatever their number: each waits behind the one before. */
async function sendRunLayers(
  boss: PgBoss,
  tx: Pick<Executor, 'execute'>,
  jobIds: readonly number[],
  requestId?: string,
): Promise<void> {
  if (jobIds.length === 0) return
  const ahead = await layersAhead(tx, jobIds[0])
  const tickets = jobIds.map((jobId, i) => ({
    data: { job_id: jobId, losses: 0, request_id: requestId },
    priority: -(ahead + i),
  }))
  await boss.insert(runLayer.name, tickets, { db: fromDrizzle(tx as never, sql as never) })
}

async function layersAhead(tx: Pick<Executor, 'execute'>, jobId: number): Promise<number> {
  const { rows } = await tx.execute<{ ahead: number }>(sql`
    select count(*)::int as ahead from (
      select 1 from jobs other join jobs mine on other.app_user_id = mine.app_user_id
      where mine.id = ${jobId} and other.id < mine.id and other.status in ('pending', 'running')
      limit 10000
    ) as queued`)
  return rows[0].ahead
}

export function connectionStringOf(db: Database | undefined): string {
  const url = db?.$client.options.connectionString
  if (!url) throw new Error('The queue needs the address of the database.')
  return url
}
