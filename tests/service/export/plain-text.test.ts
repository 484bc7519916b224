import { sql } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainTextSql } from '#service/domain/export/plain-text-sql.ts'
import { plainText } from '#service/tables/plain-text.ts'
import { type TestDatabase, createTestDatabase } from '../../support/database/database.ts'
import { seeded } from '../../support/jobs/layer-fixture.ts'

const FORMULAS = [
  '=1+1',
  '+1',
  '-1.5',
  '@SUM(A1)',
  '=HYPERLINK("http://evil.example")',
  "=cmd|' /C calc'!A0",
  '\t=1',
  '\tplain',
  '\rplain',
  '\nplain',
  '\n=1+1',
  '\v=1',
  '\u0001=1',
  '\u007F=1',
  '\u0085=1',
  '＝1',
  '＋1',
  '－1',
  '＠SUM',
  '﹦1',
  '﹢1',
  '﹣1',
  '﹫x',
  ' =1',
  '   \t x',
  '\u00A0=1',
  '\u3000＝1',
  '\uFEFF=1',
  '\u200B\u200E\u202E=1',
  '\u2060-1',
]
const PLAIN = ['', ' ', '\u3000', 'plain', 'a=1', "'=1", '1-2', 'Côte', '1.5', ' a', '−1', '💧=1', '"=1']

describe('S33: a text that a spreadsheet would run', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase({ empty: true })
  })
  afterAll(() => database.drop())
  const byDatabase = async (texts: readonly string[]) => {
    const { rows } = await database.db.execute<{ text: string }>(
      sql`select ${plainTextSql(sql`sent.text`)} as text
        from unnest(${sql.param(texts)}::text[]) with ordinality as sent (text, place) order by sent.place`,
    )
    return rows.map(({ text }) => text)
  }

  it('gets an apostrophe, in every writer', async () => {
    const expected = FORMULAS.map((text) => `'${text}`)
    expect(FORMULAS.map(plainText)).toEqual(expected)
    expect(await byDatabase(FORMULAS)).toEqual(expected)
  })

  it('is not one that only contains such a character later', async () => {
    expect(PLAIN.map(plainText)).toEqual(PLAIN)
    expect(await byDatabase(PLAIN)).toEqual(PLAIN)
    const { rows } = await database.db.execute<{ text: null }>(
      sql`select ${plainTextSql(sql`null::text`)} as text`,
    )
    expect(rows).toEqual([{ text: null }])
  })

  it('is detected the same by both, for every character before every other', async () => {
    const random = seeded(33)
    const characters = [
      ...Array.from(FORMULAS.join('')),
      ...Array.from(PLAIN.join('')),
      '\u2003',
      '\u1680',
      '\u009F',
      '\u00AD',
      '\uFE67',
    ]
    const pick = () => characters[Math.floor(random() * characters.length)]
    const texts = Array.from({ length: 5000 }, () => pick() + pick() + pick()).map((text) =>
      text.toWellFormed(),
    )
    const all = Array.from({ length: 0xffff }, (_, i) => String.fromCharCode(i + 1)).filter((text) =>
      text.isWellFormed(),
    )
    for (const some of [texts, all, all.map((text) => `${text}=1`), all.map((text) => ` ${text}`)])
      expect(await byDatabase(some)).toEqual(some.map(plainText))
  })
})
