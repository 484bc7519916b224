import { sql } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../support/database/database.ts'

const NO_COUNTRY = 'Countries are a fixed list: no call deletes one.'

/**
 * References without an index, each with the reason: their targets are never deleted, so nothing looks for the
 * references.
 */
const EXCEPTIONS: Record<string, string> = {
  'bands (iso3_code)': NO_COUNTRY,
  'products (iso3_code)': NO_COUNTRY,
  'idempotency_keys (submission_id)': 'No call deletes a submission; keys are kept for a day.',
}

/**
 * Foreign keys that no index starts with. A partial index counts if it excludes only nulls, which refer to nothing. The
 * queue's tables are not ours.
 */
const unindexed = sql`
  select c.conrelid::regclass || ' (' || string_agg(a.attname, ', ' order by k.place) || ')' as reference
  from pg_constraint c
  cross join unnest(c.conkey) with ordinality as k(attnum, place)
  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
  where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
    select from pg_index i
    where i.indrelid = c.conrelid and i.indisvalid
      and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
      and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', (
        select attname from pg_attribute where attrelid = c.conrelid and attnum = c.conkey[1])))
  )
  group by c.oid, c.conrelid order by 1`

describe('foreign keys', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())
  const find = async () =>
    (await database.db.execute<{ reference: string }>(unindexed)).rows.map(({ reference }) => reference)

  it('have an index each, so that deleting their target scans no table', async () => {
    expect(await find()).toEqual(Object.keys(EXCEPTIONS).sort())
  })

  it('to people always have an index: accounts and registrations are deleted', async () => {
    const { rows } = await database.db.execute<{ reference: string }>(sql`
      select conrelid::regclass || ' (' || attname || ')' as reference from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and confrelid = 'users'::regclass`)
    expect(rows.length).toBeGreaterThan(15)
    expect(rows.filter(({ reference }) => reference in EXCEPTIONS)).toEqual([])
  })

  it('are found if they have none, or one that excludes more than nulls', async () => {
    const { db } = database
    await db.execute(
      sql`create table probe (a integer references users, b integer references users, c integer references users)`,
    )
    await db.execute(sql`create index on probe (a, b)`)
    await db.execute(sql`create index on probe (b) where c > 0`)
    await db.execute(sql`create index on probe (c) where c is not null`)
    expect((await find()).filter((name) => name.startsWith('probe'))).toEqual(['probe (b)'])
    await db.execute(sql`drop table probe`)
  })
})
