import { expect, test } from 'vitest'
import { readColumns, writeColumns } from '~/lib/own-columns.ts'

const columns = { listBands: ['name'], listJobs: ['target', 'status'] }

test('chosen columns survive writing and reading, in characters that a cookie may hold', () => {
  const text = writeColumns(columns)
  expect(text).toMatch(/^[\w.:|]+$/)
  expect(readColumns(text)).toEqual(columns)
  expect(readColumns('')).toEqual({})
})

test.each(['listJobs', 'listJobs:', 'list"Jobs:target', '<style>:a', ':|..||', `${'x'.repeat(5000)}:a`])(
  'other forms are left out: %s',
  (text) => expect(readColumns(text)).toEqual({}),
)

test('they stay below the size of a cookie: the table that was changed last is kept', () => {
  const many = Object.fromEntries(
    Array.from({ length: 50 }, (_, i) => [`listNumber${i}`, ['one', 'another', 'a_third_with_a_long_name']]),
  )
  const text = writeColumns(many)
  expect(text.length).toBeLessThanOrEqual(2000)
  expect(Object.keys(readColumns(text)).at(-1)).toBe('listNumber49')
})
