import { describe, expect, test } from 'vitest'
import { changedLayers, fittingRows, jobsByRow, plan } from '~/components/submissions/run-again/again-plan.ts'
import { changesInDraft } from '~/components/submissions/new/configuration-draft.ts'
import { csvOf, jsonOf } from '~/components/submissions/sheet/sheet-file.ts'
import { tableOf } from '~/components/submissions/sheet/sheet-row.tsx'
import {
  type Sheet,
  changesOf,
  dropColumn,
  dropRow,
  fill,
  renameColumn,
  setCell,
} from '~/components/submissions/sheet/sheet.ts'
import { aJob } from '../support/submission-fakes.ts'

const sheet: Sheet = {
  columns: ['iso3_code', 'target', 'folds'],
  rows: [
    { row: 2, cells: { iso3_code: 'BEN', target: 'stunting' } },
    { row: 4, cells: { iso3_code: 'KEN', target: 'wasting', folds: '5' } },
  ],
}

describe('editing a sheet', () => {
  test('sets a cell and adds its column if it is missing', () => {
    const next = setCell(sheet, 4, 'seed', '7')
    expect(next.columns).toEqual(['iso3_code', 'target', 'folds', 'seed'])
    expect(changesOf(sheet, next)).toEqual([{ row: 4, column: 'seed', before: '', after: '7' }])
    expect(setCell(sheet, 3, 'seed', '7')).toBe(sheet)
  })

  test('pastes a block to the right and downwards, within the edges', () => {
    const next = fill(sheet, 2, ['target', 'folds'], tableOf('a\t2\tlost\nb\t3\nlost\t9\n'))
    expect(next.rows.map(({ cells }) => [cells['target'], cells['folds']])).toEqual([
      ['a', '2'],
      ['b', '3'],
    ])
  })

  test('renames and removes columns, removes rows', () => {
    const renamed = renameColumn(sheet, 'folds', 'draws')
    expect(renamed.columns).toEqual(['iso3_code', 'target', 'draws'])
    expect(renamed.rows[1]?.cells).toEqual({ iso3_code: 'KEN', target: 'wasting', draws: '5' })
    expect(dropColumn(sheet, 'folds').rows[1]?.cells).toEqual({ iso3_code: 'KEN', target: 'wasting' })
    expect(dropRow(sheet, 2).rows.map(({ row }) => row)).toEqual([4])
  })

  test('a renamed or removed column is one change, and renaming changes no cell', () => {
    const renamed = renameColumn(sheet, 'target', 'topic')
    expect(changesOf(sheet, renamed)).toEqual([])
    expect(changesInDraft({ before: sheet, sheet: renamed })).toBe(1)
    const edited = setCell(renameColumn(renamed, 'topic', 'subject'), 2, 'subject', 'water')
    expect(changesOf(sheet, edited)).toEqual([
      { row: 2, column: 'subject', before: 'stunting', after: 'water' },
    ])
    expect(changesInDraft({ before: sheet, sheet: edited })).toBe(2)
    expect(changesInDraft({ before: sheet, sheet: renameColumn(renamed, 'topic', 'target') })).toBe(0)
    expect(changesInDraft({ before: sheet, sheet: dropColumn(renamed, 'topic') })).toBe(1)
    expect(changesInDraft({ before: sheet, sheet: dropColumn(sheet, 'target') })).toBe(1)
  })

  test('columns that exchange their names keep their own values', () => {
    const moved = renameColumn(renameColumn(sheet, 'target', 'old'), 'iso3_code', 'target')
    const exchanged = renameColumn(moved, 'old', 'iso3_code')
    expect(exchanged.rows[0]?.cells).toEqual({ target: 'BEN', iso3_code: 'stunting' })
    expect(changesOf(sheet, exchanged)).toEqual([])
    expect(changesOf(sheet, setCell(exchanged, 2, 'target', 'TGO'))).toEqual([
      { row: 2, column: 'target', before: 'BEN', after: 'TGO' },
    ])
  })

  test('a column with the name of a removed one is compared with its own values', () => {
    const renamed = renameColumn(dropColumn(sheet, 'target'), 'folds', 'target')
    expect(renamed.rows.map(({ cells }) => cells['target'])).toEqual(['', '5'])
    expect(changesOf(sheet, renamed)).toEqual([])
  })

  test('ignores spaces around a value; an emptied cell is a change', () => {
    expect(changesOf(sheet, setCell(sheet, 2, 'target', ' stunting '))).toEqual([])
    expect(changesOf(sheet, setCell(sheet, 4, 'folds', ''))).toEqual([
      { row: 4, column: 'folds', before: '5', after: '' },
    ])
  })
})

describe('a sheet as a file', () => {
  test('JSON omits empty cells', () => {
    expect(JSON.parse(jsonOf(setCell(sheet, 4, 'folds', ' ')))).toEqual([
      { iso3_code: 'BEN', target: 'stunting' },
      { iso3_code: 'KEN', target: 'wasting' },
    ])
  })

  test('CSV quotes where needed and puts findings in their rows', () => {
    const odd = setCell(sheet, 2, 'target', 'a "b", c\nd')
    expect(csvOf(odd)).toBe('iso3_code,target,folds\r\nBEN,"a ""b"", c\nd",\r\nKEN,wasting,5\r\n')
    const text = csvOf(sheet, [
      { severity: 'error', row: null, column: 'round', message: 'The column is missing.' },
      { severity: 'error', row: 4, column: 'folds', message: 'Too few.', help: 'Write 10.' },
    ])
    expect(text.split('\r\n')).toEqual([
      'iso3_code,target,folds,"findings (Header, column round: The column is missing.)"',
      'BEN,stunting,,',
      'KEN,wasting,5,"Row 4, column folds: Too few. Write 10."',
      '',
    ])
  })
})

describe('what runs again', () => {
  const jobs = jobsByRow({ rows: [...sheet.rows].map(({ row, cells }) => ({ row, cells: { ...cells } })) }, [
    aJob({ id: 12, status: 'failed' }),
    aJob({ id: 11, status: 'completed' }),
  ])

  test('assigns jobs to rows in the order of their ids, or to none', () => {
    expect([...jobs].map(([row, { id }]) => [row, id])).toEqual([
      [2, 11],
      [4, 12],
    ])
    expect(jobsByRow({ rows: [] }, [aJob({ id: 1 })]).size).toBe(0)
  })

  test('each mode selects its rows', () => {
    const rows = (mode: 'all' | 'failed' | 'improve') =>
      fittingRows(sheet, mode, jobs).rows.map(({ row }) => row)
    expect([rows('all'), rows('failed'), rows('improve')]).toEqual([[2, 4], [4], [2]])
  })

  test('an improvement names its job, unless the person has named another', () => {
    const changed = setCell(setCell(sheet, 2, 'seed', '7'), 4, 'seed', '8')
    const { queued, changes } = plan(sheet, changed, 'improve', jobs)
    expect(queued.rows).toEqual([
      { row: 2, cells: { iso3_code: 'BEN', target: 'stunting', seed: '7', improves: '11' } },
    ])
    expect(changedLayers(changes)).toEqual([{ row: 2, values: { seed: '7' } }])
    const named = plan(sheet, setCell(changed, 2, 'improves', '9'), 'improve', jobs)
    expect(named.queued.rows[0]?.cells['improves']).toBe('9')
  })

  test('sends an emptied cell as null, and nothing if nothing changed', () => {
    const { changes } = plan(sheet, setCell(sheet, 4, 'folds', ''), 'all', jobs)
    expect(changedLayers(changes)).toEqual([{ row: 4, values: { folds: null } }])
    expect(changedLayers([])).toBeUndefined()
  })
})
