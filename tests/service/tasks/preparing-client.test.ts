import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { PreparingClient } from '#service/tasks/preparing-client.ts'
import { type TestService, createTestService } from '../../support/service.ts'

let service: TestService
let client: PreparingClient
beforeAll(async () => {
  service = await createTestService()
})
beforeEach(async () => {
  client = new PreparingClient({ connectionString: service.database.url })
  await client.connect()
  return () => client.end()
})
afterAll(() => service.close())

const prepared = async () =>
  (
    await client.query<{ statement: string }>('select statement from pg_prepared_statements order by name')
  ).rows.map(({ statement }) => statement)

it('prepares a statement that is repeated at once, with other values', async () => {
  const answers: unknown[] = []
  for (const n of [1, 2, 3]) answers.push((await client.query('select $1::int as n', [n])).rows[0])
  expect(answers).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  expect(await prepared()).toEqual(['select $1::int as n'])
})

it('does not prepare statements that run once, without values, or as a batch', async () => {
  await client.query('select $1::int as once', [1])
  for (let n = 0; n < 3; n++) {
    await client.query('select 1 as bare')
    await client.query('select 1; select 2')
  }
  expect(await prepared()).toEqual([])
})

it('continues with a prepared statement that has failed', async () => {
  const halves = (n: number) => client.query<{ n: number }>('select 6 / $1::int as n', [n])
  await halves(1)
  await halves(2)
  await expect(halves(0)).rejects.toMatchObject({ code: '22012' })
  expect((await halves(3)).rows).toEqual([{ n: 2 }])
})

it('keeps few plans, whatever runs', async () => {
  for (let n = 0; n < 60; n++)
    for (let again = 0; again < 2; again++) await client.query(`select $1::int + ${n} as n`, [n])
  expect(await prepared()).toHaveLength(20)
})

it('leaves maintenance a minute, and does not take its connection for dead before', async () => {
  expect((await client.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '1min' }])
  await client.query('select 1; select 2')
  expect(client.maxStatementMs).toBe(60_000)
  await client.query('select $1::int', [1])
  expect(client.maxStatementMs).toBe(10_000)
})

it('serves a pool, whose errors still reach the caller', async () => {
  const pool = new pg.Pool({
    connectionString: service.database.url,
    max: 1,
    Client: PreparingClient,
  } as never)
  for (const n of [1, 2, 3]) expect((await pool.query('select $1::int as n', [n])).rows).toEqual([{ n }])
  expect((await pool.query('select count(*)::int as n from pg_prepared_statements')).rows).toEqual([{ n: 1 }])
  await expect(pool.query('select $1::int from nowhere', [1])).rejects.toMatchObject({ code: '42P01' })
  await pool.end()
})
