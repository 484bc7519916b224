import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { keptCountsSql } from '../../../scripts/make-kept-counts-sql.ts'

const MIGRATION = join(import.meta.dirname, '../../../service/db/migrations/0010-job-counts.sql')

/** One statement per line; comments, line breaks and the order of the kept sets make no difference. */
const statements = (sql: string) =>
  sql
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([(),']) ?/g, '$1')
    .replace(/(?<=grouping sets\()[^;]*?(?=\)having)/, (sets) =>
      sets
        .split(/(?<=\)),/)
        .sort()
        .join(),
    )
    .split(/(?<=;)(?= ?create )/)
    .map((statement) => statement.trim())

it('the migration of the kept counts is what the list of columns generates', () => {
  expect(statements(readFileSync(MIGRATION, 'utf8'))).toEqual(statements(keptCountsSql()))
})
