import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { record } from '../../bench/lib/record.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strata-record-'))
  path = join(folder, 'benchmarks.md')
})
afterEach(() => rmSync(folder, { recursive: true }))

const table = (...rows: string[]) =>
  `# Before\n\n<!-- rows of bench/ -->\n\n| id | what |\n|---|---|\n${rows.map((row) => `${row}\n`).join('')}\n<!-- end of rows of bench/ -->\n\nAfter\n`
const ROW = (id: string, cells: string) =>
  new RegExp(`^\\| ${id} \\| ${cells} \\| \\d{4}-\\d\\d-\\d\\d \\| [1-9]\\d* × [^|]*\\S[^|]*, load \\d+ \\|$`)

it('replaces the row with the id, leaves the others and the text as they are', () => {
  writeFileSync(path, table('| cog-1 | old |', '| cog-10 | kept |', '| zip | kept |'))
  record({ id: 'cog-1', what: 'COG', peer: 'GDAL', bound: '≤ 1', measured: '**0.74**' }, path)
  const [before, ...after] = readFileSync(path, 'utf8').split('|---|---|\n')
  const [row, ...others] = after.join('').split('\n')
  expect(row).toMatch(ROW('cog-1', 'COG \\| GDAL \\| ≤ 1 \\| \\*\\*0.74\\*\\*'))
  expect([before + '|---|---|', ...others].join('\n')).toBe(table('| cog-10 | kept |', '| zip | kept |'))
})

it('inserts a new row in the order of ids', () => {
  writeFileSync(path, table('| a | first |', '| c | last |'))
  record({ id: 'b', what: 'new', measured: '1' }, path)
  const lines = readFileSync(path, 'utf8').split('\n')
  expect(lines[7]).toMatch(ROW('b', 'new \\| – \\| – \\| 1'))
  expect(lines.toSpliced(7, 1).join('\n')).toBe(table('| a | first |', '| c | last |'))
})

it('fills an empty table, and a second run leaves one row', () => {
  writeFileSync(path, table())
  record({ id: 'a', what: 'one | two', measured: '1' }, path)
  record({ id: 'a', what: 'one | two', measured: '2' }, path)
  const rows = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| a |'))
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatch(ROW('a', 'one \\\\\\| two \\| – \\| – \\| 2'))
})

it('leaves a document without the marks alone', () => {
  writeFileSync(path, '| a | one |\n')
  expect(() => record({ id: 'a', what: 'one', measured: '1' }, path)).toThrow(
    `${path}: the marks of the table are missing`,
  )
  expect(readFileSync(path, 'utf8')).toBe('| a | one |\n')
})

it('the benchmarks have the marks and a table between them', () => {
  const text = readFileSync('docs/benchmarks.md', 'utf8')
  expect(text).toMatch(
    /<!-- rows of bench\/ -->\n\n\| id \|[^\n]*\n\|[-|]+\|\n(\| [\w.-]+ \|[^\n]*\n)+\n<!-- end of rows/,
  )
})
