import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from '#drizzle'
import { isDatabaseAway } from '#service/database-error.ts'
import { type Database, connect } from '#service/db/client.ts'
import { type TcpProxy, startDatabaseProxy } from '../../faults/support/tcp-proxy.ts'
import { type TestDatabase, createTestDatabase } from '../../support/database.ts'

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
