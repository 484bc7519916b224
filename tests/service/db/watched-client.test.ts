import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { sql } from '#drizzle'
import { isDatabaseAway } from '#service/database-error.ts'
import { type Database, connect } from '#service/db/client.ts'
import { openBatches } from '#service/domain/export/read-batches.ts'
import { type TcpProxy, startDatabaseProxy } from '../../faults/support/tcp-proxy.ts'
import { type TestDatabase, createTestDatabase } from '../../support/database/database.ts'

let database: TestDatabase
let proxy: TcpProxy & { url: string }
let db: Database
beforeEach(async () => {
  database = await createTestDatabase()
  proxy = await startDatabaseProxy(database.url)
  db = connect(proxy.url, { statementTimeoutMs: 4000 })
  return async () => {
    await proxy.close()
    await db.$client.end()
    await database.drop()
  }
})

const one = () => db.execute(sql`select 1`)
const failure = async (work: Promise<unknown>) => {
  const start = performance.now()
  const error = await work.then(
    () => null,
    (cause: unknown) => cause,
  )
  return { error, ms: performance.now() - start }
}

it('sets its time-outs once it is open', async () => {
  const shown = await db.execute(
    sql`select name, setting from pg_settings where name like '%\\_timeout' and source = 'session' order by name`,
  )
  expect(shown.rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '60000' },
    { name: 'lock_timeout', setting: '5000' },
    { name: 'statement_timeout', setting: '4000' },
  ])
})

it('does not cut a statement that takes long', async () => {
  expect((await db.execute(sql`select pg_sleep(3.5), 2 as two`)).rows[0]).toMatchObject({ two: 2 })
})

it('does not cut a batch of an export that takes longer than other statements may', async () => {
  const brief = connect(proxy.url, { statementTimeoutMs: 1000, max: 1 })
  const { batches, close } = await openBatches(brief, null, {
    start: (client) => client.query('select 1'),
    next: async (client) => (await client.query('select pg_sleep(6), 2 as two')).rows,
  })
  try {
    expect((await batches.next()).value).toMatchObject([{ two: 2 }])
  } finally {
    await batches.return([])
    await close()
  }
  const client = await brief.$client.connect()
  expect(client).toMatchObject({ maxStatementMs: 1000 })
  client.release()
  await brief.$client.end()
})

it('ends one that is silent for too long alone, while others answer', async () => {
  const pids = async () => {
    const { rows } = await db.execute<{ pid: number }>(
      sql`select pid from pg_stat_activity where datname = current_database() and application_name = 'strata' order by pid`,
    )
    return rows.map(({ pid }) => pid)
  }
  await Promise.all(Array.from({ length: 4 }, () => db.execute(sql`select pg_sleep(0.3)`)))
  const before = await pids()
  expect(before).toHaveLength(4)
  const { error } = await failure(
    db.transaction(async (tx) => {
      await tx.execute(sql`set local client_connection_check_interval = 100`)
      await tx.execute(sql`set local statement_timeout = 0`)
      await tx.execute(sql`select pg_sleep(30)`)
    }),
  )
  expect(isDatabaseAway(error)).toBe(true)
  await expect.poll(pids).toHaveLength(3)
  expect(before).toEqual(expect.arrayContaining(await pids()))
})

it('a probe that this process was too busy to hear does not end a query', async () => {
  const patient = connect(database.url)
  await patient.execute(sql`select 1`)
  const connectNow: (this: pg.Client) => unknown = Reflect.get(pg.Client.prototype, 'connect')
  const probe = vi.spyOn(pg.Client.prototype, 'connect').mockImplementationOnce(function (this: pg.Client) {
    const opened = connectNow.call(this)
    const until = performance.now() + 2700
    while (performance.now() < until);
    return opened as never
  })
  try {
    expect((await patient.execute(sql`select pg_sleep(6), 2 as two`)).rows[0]).toMatchObject({ two: 2 })
    expect(probe.mock.calls.length).toBeGreaterThan(1)
  } finally {
    probe.mockRestore()
    await patient.$client.end()
  }
})

describe('when packets of its connections are dropped', () => {
  it('a query ends two seconds after the time-out of statements, and idle connections are replaced', async () => {
    await Promise.all(Array.from({ length: 6 }, () => db.execute(sql`select pg_sleep(0.3)`)))
    expect(db.$client.idleCount).toBe(6)
    await sleep(2500)
    expect(proxy.freeze()).toBe(6)
    const { error, ms } = await failure(one())
    expect(isDatabaseAway(error)).toBe(true)
    expect(ms).toBeGreaterThan(5900)
    expect(ms).toBeLessThan(9000)
    const start = performance.now()
    await Promise.all(Array.from({ length: 6 }, one))
    expect(performance.now() - start).toBeLessThan(2000)
  })

  it('a transaction ends at its next statement', async () => {
    const { error, ms } = await failure(
      db.transaction(async (tx) => {
        await tx.execute(sql`select 1`)
        proxy.freeze()
        await tx.execute(sql`select 1`)
      }),
    )
    expect(isDatabaseAway(error)).toBe(true)
    expect(ms).toBeLessThan(9000)
    await one()
  })
})

it('a query ends within five seconds while the server cannot be reached at all', async () => {
  await one()
  const heal = proxy.isolate()
  for (const { error, ms } of await Promise.all([failure(one()), failure(one())])) {
    expect(isDatabaseAway(error)).toBe(true)
    expect(ms).toBeLessThan(5000)
  }
  heal()
  await one()
})

it('an error of another socket is not one of the database', () => {
  expect(isDatabaseAway(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))).toBe(false)
})
