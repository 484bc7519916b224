import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PgTable, getTableConfig, sql } from '#drizzle'
import { afterAll, afterEach, beforeEach, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '#service/db/migrate.ts'
import * as schema from '#service/db/schema.ts'
import { type TestDatabase, createTestDatabase } from '../../support/database/database.ts'
import { waitingSessions } from '../../support/waiting-sessions.ts'

let empty: TestDatabase
let folder: string
beforeEach(async () => {
  empty = await createTestDatabase({ empty: true })
  folder = await mkdtemp(join(tmpdir(), 'strata-migrations-'))
})
afterEach(async () => {
  await empty.drop()
  await rm(folder, { recursive: true })
})

const tablesOf = async (test: TestDatabase) =>
  (
    await test.db.execute<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
    )
  ).rows.map((row) => row.name)

describe('migrate', () => {
  it('applies the files in order, once', async () => {
    await writeFile(join(folder, '0002-b.sql'), 'alter table a add column y int')
    await writeFile(join(folder, '0001-a.sql'), 'create table a (x int)')
    expect(await migrate(empty.url, folder)).toEqual(['0001-a.sql', '0002-b.sql'])
    expect(await migrate(empty.url, folder)).toEqual([])
  })
  it('rolls back a file that fails, and keeps those before it', async () => {
    await writeFile(join(folder, '0001-a.sql'), 'create table a (x int)')
    await writeFile(join(folder, '0002-b.sql'), 'create table b (x int); select broken')
    await expect(migrate(empty.url, folder)).rejects.toThrow('0002-b.sql failed and was undone')
    expect(await tablesOf(empty)).toEqual(['a', 'schema_migrations'])
  })
  it('rejects a file that has changed since it was applied', async () => {
    await writeFile(join(folder, '0001-a.sql'), 'create table a (x int)')
    await migrate(empty.url, folder)
    await writeFile(join(folder, '0001-a.sql'), 'create table a (x bigint)')
    await expect(migrate(empty.url, folder)).rejects.toThrow('0001-a.sql has changed')
  })
  it('rejects a database with migrations that it does not know, with one sentence and untouched', async () => {
    await writeFile(join(folder, '0001-accounts.sql'), 'create table users (x int)')
    await writeFile(join(folder, '0520-former.sql'), 'create table former (x int)')
    await migrate(empty.url, folder)
    const before = await tablesOf(empty)
    await expect(migrate(empty.url)).rejects.toThrow(
      /^This database was migrated by another version of Strata, .* \(0520-former\.sql is unknown here\): start that version, .*, or start with an empty database\.$/,
    )
    expect(await tablesOf(empty)).toEqual(before)
  })
  it('waits for a table in use without blocking its readers', async () => {
    await writeFile(join(folder, '0001-a.sql'), 'create table a (x int)')
    await migrate(empty.url, folder)
    await writeFile(join(folder, '0002-b.sql'), 'alter table a add column y int')
    const busy = await empty.db.$client.connect()
    try {
      await busy.query('begin')
      await busy.query('select * from a')
      const migrating = migrate(empty.url, folder)
      await expect.poll(() => waitingSessions(empty.db), { timeout: 20_000 }).toBe(1)
      await empty.db.execute(sql`select * from a`)
      await busy.query('commit')
      expect(await migrating).toEqual(['0002-b.sql'])
    } finally {
      busy.release()
    }
  })
  it('lets several processes start at once', async () => {
    await writeFile(join(folder, '0001-a.sql'), 'create table a (x int); select pg_sleep(0.1)')
    const done = await Promise.all([1, 2, 3].map(() => migrate(empty.url, folder)))
    expect(done.flat()).toEqual(['0001-a.sql'])
  })
})

describe('schema.ts', () => {
  let full: TestDatabase
  beforeAll(async () => {
    full = await createTestDatabase()
  })
  afterAll(() => full.drop())

  it('mirrors the migrated database: tables, columns, types, nulls, defaults, generated', async () => {
    const { rows } = await full.db.execute<Record<string, string>>(sql`
      select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as not_null,
             (a.atthasdef and a.attgenerated = '' or a.attidentity <> '') as has_default, a.attgenerated <> '' as generated
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
        and c.relname <> 'schema_migrations'`)
    const real = rows.map((row) => ({ ...row })).sort(byName)
    const tables = (Object.values(schema) as unknown[]).filter((value) => value instanceof PgTable)
    const written = tables
      .flatMap((table) => {
        const { name, columns } = getTableConfig(table)
        return columns.map((column) => ({
          table: name,
          column: column.name,
          type: column.getSQLType(),
          not_null: column.notNull,
          has_default: column.hasDefault,
          generated: column.generated !== undefined,
        }))
      })
      // An identity or primary key is never null, whatever is written.
      .sort(byName)
    expect(written.map(simplify)).toEqual(real.map(simplify))
  })
})

type Column = Record<string, string | boolean>
const byName = (a: Column, b: Column) => `${a.table}.${a.column}`.localeCompare(`${b.table}.${b.column}`)
const simplify = (column: Column) => ({ ...column, type: String(column.type).toLowerCase() })
