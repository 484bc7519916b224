import { expect, test } from 'vitest'
import { type Job, JOB_STATUSES } from '#contract/jobs/job-shapes.ts'
import { changedLayers, fittingRows, jobsByRow, plan } from '~/components/submissions/run-again/again-plan.ts'
import { type Sheet, changesOf, setCell } from '~/components/submissions/sheet/sheet.ts'

/** One row per status, from row 2 on. */
const sheet: Sheet = {
  columns: ['target', 'seed'],
  rows: JOB_STATUSES.map((_, i) => ({ row: i + 2, cells: { target: 'water', seed: '1' } })),
}
const jobs = new Map(JOB_STATUSES.map((status, i) => [i + 2, { id: 100 + i, status } as Job]))
const statusesOf = ({ rows }: Sheet) => rows.map(({ row }) => jobs.get(row)?.status)

test('runs again all layers or only the failed ones, or improves the completed ones', () => {
  expect(statusesOf(fittingRows(sheet, 'all', jobs))).toEqual([...JOB_STATUSES])
  expect(statusesOf(fittingRows(sheet, 'failed', jobs))).toEqual(['failed'])
  expect(statusesOf(fittingRows(sheet, 'improve', jobs))).toEqual(['completed'])
})

test('improving queues only the changed rows, each with its job', () => {
  expect(plan(sheet, sheet, 'improve', jobs).queued.rows).toEqual([])
  const row = JOB_STATUSES.indexOf('completed') + 2
  const { queued, changes } = plan(sheet, setCell(sheet, row, 'seed', '2'), 'improve', jobs)
  expect(queued.rows).toEqual([
    { row, cells: { target: 'water', seed: '2', improves: String(jobs.get(row)!.id) } },
  ])
  expect(changedLayers(changes)).toEqual([{ row, values: { seed: '2' } }])
})

test('ignores spaces around a cell on either side', () => {
  const spaced = setCell(sheet, 2, 'target', '  water ')
  expect(changesOf(sheet, spaced)).toEqual([])
  expect(changesOf(spaced, sheet)).toEqual([])
  expect(changesOf(spaced, setCell(spaced, 2, 'target', ' zinc '))).toEqual([
    { row: 2, column: 'target', before: 'water', after: 'zinc' },
  ])
})

test('an emptied cell is null, and a row without changes is left out', () => {
  expect(changedLayers([{ row: 3, column: 'seed', before: '1', after: '' }])).toEqual([
    { row: 3, values: { seed: null } },
  ])
  expect(changedLayers([])).toBeUndefined()
})

test('assigns jobs to rows in order, and to none if their numbers differ', () => {
  const made = [{ id: 12 }, { id: 11 }] as Job[]
  const two = { rows: sheet.rows.slice(0, 2).map((row) => ({ ...row, cells: { ...row.cells } })) }
  expect([...jobsByRow(two, made)].map(([row, job]) => [row, job.id])).toEqual([
    [2, 11],
    [3, 12],
  ])
  expect(jobsByRow(two, made.slice(1)).size).toBe(0)
})
