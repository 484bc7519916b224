import { describe, expect, test } from 'vitest'
import { readWidths, withWidth, writeWidths } from '~/lib/column-widths.ts'

const widths = { listBands: { name: 200 }, listJobs: { target: 120, status: 90 } }

describe('the widths of columns in a cookie', () => {
  test('survive writing and reading, in characters that a cookie may hold', () => {
    const text = writeWidths(widths)
    expect(text).toMatch(/^[\w.:|-]+$/)
    expect(readWidths(text)).toEqual(widths)
    expect(readWidths('')).toEqual({})
  })
  test.each([
    'listJobs:target-5000',
    'listJobs:target-12.5',
    'listJobs:target-x.status',
    'list"Jobs:target-120',
    '<style>:a-100',
    ':|.-||',
    `${'x'.repeat(5000)}:a-100`,
  ])('leave out other forms: %s', (text) => {
    expect(readWidths(text)).toEqual({})
  })
  test('stay below the size of a cookie: the table that was changed last is kept', () => {
    let many = {}
    for (let table = 0; table < 50; table++)
      for (const column of ['one', 'another', 'a_third_with_a_long_name'])
        many = withWidth(many, `listNumber${table}`, column, 100 + table)
    const kept = Object.keys(readWidths(writeWidths(many)))
    expect(writeWidths(many).length).toBeLessThanOrEqual(2000)
    expect(kept.at(-1)).toBe('listNumber49')
    expect(kept).not.toContain('listNumber0')
  })
  test('are bounded', () => {
    expect(withWidth({}, 'listJobs', 'target', 5)).toEqual({ listJobs: { target: 48 } })
    expect(withWidth({}, 'listJobs', 'target', 5000)).toEqual({ listJobs: { target: 800 } })
    expect(withWidth(widths, 'listJobs', 'round', 70).listJobs).toEqual({ ...widths.listJobs, round: 70 })
  })
})
