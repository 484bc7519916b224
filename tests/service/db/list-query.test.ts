import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getTableColumns, sql } from '#drizzle'
import { listByIds } from '#service/db/list-by-ids.ts'
import { type Paging, byText, contains, countAll, listPage } from '#service/db/list-query.ts'
import { files, tags } from '#service/db/schema.ts'
import { type TestDatabase, createTestDatabase } from '../../support/database/database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
  await test.db.insert(tags).values(
    ['Zebra', 'åre', 'apple', 'Banana', '100%', '100_', 'back\\slash'].map((name) => ({
      name,
      colour: name.length > 5 ? '#000' : '#fff',
    })),
  )
})
afterAll(() => test.drop())

const list = (query: Partial<Parameters<typeof listPage>[0]['query']>, name?: string) =>
  listPage({
    select: test.db.select().from(tags).$dynamic(),
    count: test.db.select({ total: countAll }).from(tags).$dynamic(),
    where: [name === undefined ? undefined : contains(tags.name, name)],
    sortable: { name: byText(tags.name), colour: tags.colour, id: tags.id },
    id: tags.id,
    query: { limit: 10, skip: 0, sort_by: 'name' as const, sort_order: 'asc', ...query } as never,
    present: (row: typeof tags.$inferSelect) => row.name,
  })

describe('a page far into a long list', () => {
  const LENGTH = 25_000
  let long: TestDatabase
  beforeAll(async () => {
    long = await createTestDatabase()
    await long.db.execute(
      sql`insert into files (key, name, media_type, size, sha256, created_at)
        select n, 'n', 'text/csv', n % 10, '', now() from generate_series(1, ${sql.raw(String(LENGTH))}) n`,
    )
    await long.db.execute(
      sql`insert into users (email, first_name, last_name, password_hash) values ('a', 'a', 'a', '-')`,
    )
    await long.db.execute(sql`update files set created_by = (select id from users) where id % 3 = 0`)
  })
  afterAll(() => long.drop())
  type Row = typeof files.$inferSelect
  type Plan = Partial<Paging<'size' | 'created_by' | 'id'>>
  const shared = (query: Plan) => ({
    where: [],
    sortable: { size: files.size, created_by: files.created_by, id: files.id },
    id: files.id,
    query: { limit: 7, skip: 0, sort_by: 'id', sort_order: 'asc', ...query } as const,
  })
  const page = (query: Plan, withIds: boolean) =>
    withIds
      ? listByIds(long.db, { ...shared(query), from: files, read: (ids) => Promise.resolve(ids) })
      : listPage({
          ...shared(query),
          select: long.db.select(getTableColumns(files)).from(files).$dynamic(),
          count: long.db.select({ total: countAll }).from(files).$dynamic(),
          present: (row: Row) => row.id,
        })
  it.each(
    (['size', 'created_by', 'id'] as const).flatMap((sort_by) =>
      (['asc', 'desc'] as const).flatMap((sort_order) =>
        [false, true].map((withIds) => [sort_by, sort_order, withIds] as const),
      ),
    ),
  )('has the right rows, by %s %s (ids first: %s)', async (sort_by, sort_order, withIds) => {
    const order = sql.raw(`${sort_by} ${sort_order} nulls last, id ${sort_order}`)
    const { rows } = await long.db.execute<{ id: number }>(sql`select id from files order by ${order}`)
    const all = rows.map(({ id }) => id)
    for (const skip of [0, 9_999, 10_000, 12_499, 12_500, 12_501, 24_990, 24_995, 24_999, 25_000, 9_000_000])
      expect(await page({ sort_by, sort_order, skip }, withIds), String(skip)).toEqual({
        content: all.slice(skip, skip + 7),
        totalElements: LENGTH,
      })
  })
})

describe('one page of a list', () => {
  it('sorts words as people do', async () => {
    const { content, totalElements } = await list({})
    expect(content.filter((name) => /^\p{L}/u.test(name))).toEqual([
      'apple',
      'åre',
      'back\\slash',
      'Banana',
      'Zebra',
    ])
    expect(totalElements).toBe(7)
  })
  it('knows the exact total on a full page, a short page and past the end', async () => {
    expect((await list({ limit: 3 })).totalElements).toBe(7)
    expect(await list({ limit: 3, skip: 6 })).toMatchObject({ content: ['Zebra'], totalElements: 7 })
    expect(await list({ limit: 3, skip: 600 })).toEqual({ content: [], totalElements: 7 })
    expect(await list({}, 'nothing like it')).toEqual({ content: [], totalElements: 0 })
  })
  it('returns each row once over the pages of a column with equal values', async () => {
    const pages = await Promise.all(
      [0, 2, 4, 6].map((skip) => list({ sort_by: 'colour', sort_order: 'desc', limit: 2, skip })),
    )
    expect(new Set(pages.flatMap((page) => page.content)).size).toBe(7)
  })
  it('treats the wildcards of LIKE as plain characters', async () => {
    expect((await list({}, '%')).content).toEqual(['100%'])
    expect((await list({}, '_')).content).toEqual(['100_'])
    expect((await list({}, '\\')).content).toEqual(['back\\slash'])
    expect((await list({}, 'ZEB')).content).toEqual(['Zebra'])
  })
})
