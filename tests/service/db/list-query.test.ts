import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byText, contains, countAll, listPage } from '#service/db/list-query.ts'
import { tags } from '#service/db/schema.ts'
import { type TestDatabase, createTestDatabase } from '../../support/database.ts'

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
  it('gives each row once over the pages of a column full of equals', async () => {
    const pages = await Promise.all(
      [0, 2, 4, 6].map((skip) => list({ sort_by: 'colour', sort_order: 'desc', limit: 2, skip })),
    )
    expect(new Set(pages.flatMap((page) => page.content)).size).toBe(7)
  })
  it('takes the wildcards of LIKE as plain characters', async () => {
    expect((await list({}, '%')).content).toEqual(['100%'])
    expect((await list({}, '_')).content).toEqual(['100_'])
    expect((await list({}, '\\')).content).toEqual(['back\\slash'])
    expect((await list({}, 'ZEB')).content).toEqual(['Zebra'])
  })
})
