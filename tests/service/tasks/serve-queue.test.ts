import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { type Task, defineTask } from '#service/tasks/define-task.ts'
import { createQueue } from '#service/tasks/pg-boss-queue.ts'
import type { Queue } from '#service/tasks/queue.ts'
import { type TestService, createTestService } from '../../support/service.ts'

const count = defineTask({
  name: 'count',
  payload: z.object({ n: z.number() }),
  options: { heartbeatSeconds: 10, retryLimit: 2, retryDelay: 1 },
})
type Count = Task<{ n: number }>

let service: TestService
let admin: pg.Client
let queue: Queue
beforeAll(async () => {
  service = await createTestService()
  admin = new pg.Client({ connectionString: service.database.url })
  await admin.connect()
  const { log } = service.services
  queue = await createQueue({ url: service.database.url, log, role: 'worker', definitions: [count] })
})
afterEach(async () => {
  await admin.query(`delete from pgboss.job where name = 'count'`)
})
afterAll(async () => {
  await queue.stop()
  await admin.end()
  await service.close()
})

const send = (...numbers: number[]) =>
  queue.send(
    service.services.db,
    count,
    numbers.map((n) => ({ n })),
  )
const states = async () =>
  (
    await admin.query<{ n: number; state: string; retry_count: number }>(
      `select (data->>'n')::int as n, state, retry_count from pgboss.job where name = 'count' order by n`,
    )
  ).rows

/** Collects the numbers handled; resolves `until(k)` after the k-th. */
function collect(work: (task: Count, handled: number[]) => unknown = () => {}) {
  const handled: number[] = []
  const handle = async (task: Count) => {
    handled.push(task.payload.n)
    await work(task, handled)
  }
  const until = async (k: number) => {
    while (handled.length < k) await sleep(10)
  }
  return { handled, handle, until }
}

it('handles tasks one at a time in their order and completes each', async () => {
  await send(1, 2, 3, 4, 5)
  let running = 0
  let most = 0
  const { handled, handle, until } = collect(async () => {
    most = Math.max(most, ++running)
    await sleep(20)
    running--
  })
  const end = await queue.work(count, handle)
  await until(5)
  await end()
  expect(handled).toEqual([1, 2, 3, 4, 5])
  expect(most).toBe(1)
  expect((await states()).map(({ state }) => state)).toEqual(Array(5).fill('completed'))
})

it('claims nothing while a task runs: the next one is free for another worker', async () => {
  await send(1, 2)
  const seen: string[][] = []
  const { handle, until } = collect(async () => {
    await sleep(300)
    seen.push((await states()).map(({ state }) => state))
  })
  const end = await queue.work(count, handle)
  await until(1)
  await end()
  expect(seen).toEqual([['active', 'created']])
})

it('starts a task as soon as it is sent, without waiting for the next poll', async () => {
  const { handle, until } = collect()
  const end = await queue.work(count, handle)
  const waits: number[] = []
  for (let n = 1; n <= 5; n++) {
    await sleep(150)
    const start = performance.now()
    await send(n)
    await until(n)
    waits.push(performance.now() - start)
  }
  await end()
  // Looks are 2 s apart, so five in turn cannot all be luck.
  expect(Math.max(...waits)).toBeLessThan(1500)
})

it('finds a task without a notification', async () => {
  const { handle, until } = collect()
  const end = await queue.work(count, handle)
  await sleep(300)
  await send(1)
  await until(1)
  await admin.query(
    `insert into pgboss.job (name, data, retry_limit, heartbeat_seconds, policy) values ('count', '{"n": 2}', 2, 10, 'standard')`,
  )
  await until(2)
  await end()
})

it('retries a failed task and counts the attempt', async () => {
  await send(1)
  const { handle, until } = collect((task) => {
    if (task.retryCount === 0) throw new Error('not yet')
  })
  const end = await queue.work(count, handle)
  await until(2)
  await end()
  expect(await states()).toEqual([{ n: 1, state: 'completed', retry_count: 1 }])
})

it('aborts a task whose claim was lost, and continues', async () => {
  await send(1, 2)
  const { handled, handle, until } = collect(
    (task) =>
      task.payload.n === 1 &&
      new Promise((resolve) => task.signal.addEventListener('abort', resolve, { once: true })),
  )
  const end = await queue.work(count, handle)
  await until(1)
  await admin.query(`update pgboss.job set state = 'cancelled' where name = 'count' and data->>'n' = '1'`)
  await until(2)
  await end()
  expect(handled).toEqual([1, 2])
  expect((await states()).map(({ state }) => state)).toEqual(['cancelled', 'completed'])
})

it('continues after its connections were cut, including the one for notifications', async () => {
  const { handle, until } = collect()
  const end = await queue.work(count, handle)
  await send(1)
  await until(1)
  await admin.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name in ('strata-task-bell', 'strata-queue-worker')`)
  await send(2)
  await until(2)
  for (;;) {
    const { rows } = await admin.query(
      `select 1 from pg_stat_activity where datname = current_database() and application_name = 'strata-task-bell'`,
    )
    if (rows.length === 1) break
    await sleep(50)
  }
  await send(3)
  await until(3)
  await end()
})

it('finishes the running task when asked to stop, and takes no other', async () => {
  await send(1, 2)
  let over = false
  const { handled, handle, until } = collect(async () => {
    await sleep(300)
    over = true
  })
  const end = await queue.work(count, handle)
  await until(1)
  await end()
  expect(over).toBe(true)
  expect(handled).toEqual([1])
  expect((await states()).map(({ state }) => state)).toEqual(['completed', 'created'])
})
