import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, connect } from '#service/db/client.ts'

export interface TestDatabase {
  url: string
  db: Database
  drop(): Promise<void>
}

async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl').replace('@/strata', '@/postgres') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

export const databaseUrl = (name: string) => inject('postgresUrl').replace('@/strata', `@/${name}`)

/** A fresh, fully migrated database; `empty` gives one without migrations. Call `drop` in `afterAll`. */
export async function createTestDatabase(
  options: { empty?: boolean; max?: number } = {},
): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(`create database ${name} template ${options.empty ? 'template0' : 'strata'}`)
  const url = databaseUrl(name)
  const db = connect(url, { applicationName: 'strata-test', max: options.max ?? 10 })
  return {
    url,
    db,
    async drop() {
      await db.$client.end()
      await administer(`drop database if exists ${name} with (force)`)
    },
  }
}
