import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '#drizzle'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect, type Database } from '#service/db/client.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = connect(database.url, { max: 1 })
})
afterAll(async () => {
  await db.$client.end()
  await database.drop()
})

it('a connection lost between two statements fails its transaction, not the process', async () => {
  const other = new pg.Client({ connectionString: database.url })
  await other.connect()
  const inTransaction = db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await other.query('select pg_terminate_backend($1)', [rows[0].pid])
    // The loss arrives while no statement is running.
    await sleep(200)
    await tx.execute(sql`select 1`)
  })
  await expect(inTransaction).rejects.toThrow()
  await other.end()
  expect((await db.execute(sql`select 2 as two`)).rows).toEqual([{ two: 2 }])
})
