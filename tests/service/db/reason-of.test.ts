import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#drizzle'
import { connect } from '#service/db/client.ts'
import { reasonOf } from '#service/reason-of.ts'
import { type TestDatabase, createTestDatabase } from '../../support/database/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

it('is the reason that the database gives, without the statement', async () => {
  const many = sql.raw(`select ${Array.from({ length: 5000 }, (_, n) => n).join(',')} from nowhere`)
  expect(reasonOf(await failure(database.db.execute(many)))).toBe(
    'The database reports: relation "nowhere" does not exist (42P01).',
  )
})

it('says why it cannot be reached, also if the system has no words for it', async () => {
  const db = connect('postgresql://u:secret@127.0.0.1:1/x')
  expect(reasonOf(await failure(db.execute(sql`select 1`)))).toBe(
    'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1 (ECONNREFUSED).',
  )
  await db.$client.end()
})

it('is the sentence of any other error', () => {
  expect(reasonOf(new Error('PORT must be a number.'))).toBe('PORT must be a number.')
})
