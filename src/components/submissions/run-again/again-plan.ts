import type { Job, JobStatus } from '#contract/jobs/job-shapes.ts'
import type { Validation } from '#contract/submissions/submissions.ts'
import type { Finding } from '#contract/shapes.ts'
import type { AgainMode } from './again-mode.ts'
import {
  type CellChange,
  KNOWN_COLUMNS,
  type Sheet,
  changesOf,
  setCell,
  valueOf,
} from '~/components/submissions/sheet/sheet.ts'

const FITTING: Record<AgainMode, (status: JobStatus | undefined) => boolean> = {
  all: () => true,
  failed: (status) => status === 'failed',
  unfinished: (status) => status === 'failed' || status === 'cancelled',
  improve: (status) => status === 'completed',
}

/** Jobs are created in row order. If the numbers differ, nothing is known about any row. */
export function jobsByRow({ rows }: Pick<Validation, 'rows'>, jobs: readonly Job[]): Map<number, Job> {
  if (jobs.length !== rows.length) return new Map()
  const ordered = jobs.toSorted((one, other) => one.id - other.id)
  return new Map(rows.flatMap(({ row }, at) => (ordered[at] ? [[row, ordered[at]] as const] : [])))
}

export const fittingRows = (sheet: Sheet, mode: AgainMode, jobs: ReadonlyMap<number, Job>): Sheet => ({
  ...sheet,
  rows: sheet.rows.filter(({ row }) => FITTING[mode](jobs.get(row)?.status)),
})

/** What would be queued: in the mode 'improve', only changed rows, each naming the job that it improves. */
export function plan(before: Sheet, now: Sheet, mode: AgainMode, jobs: ReadonlyMap<number, Job>) {
  const changes = changesOf(before, now)
  const changed = new Set(changes.map(({ row }) => row))
  const fitting = fittingRows(now, mode, jobs)
  if (mode !== 'improve') return { queued: fitting, changes: inRows(changes, fitting) }
  const rows = fitting.rows.filter(({ row }) => changed.has(row))
  let queued: Sheet = { ...fitting, rows }
  for (const { row } of rows) {
    const own = changes.some((change) => change.row === row && change.column === 'improves')
    const job = jobs.get(row)
    if (job && !own) queued = setCell(queued, row, 'improves', String(job.id))
  }
  return { queued, changes: inRows(changes, fitting) }
}

const inRows = (changes: readonly CellChange[], { rows }: Sheet) => {
  const rowNumbers = new Set(rows.map(({ row }) => row))
  return changes.filter(({ row, column }) => rowNumbers.has(row) && KNOWN_COLUMNS.includes(column))
}

/** The payload of the call: changed cells by row of the previous configuration; null empties a cell. */
export function changedLayers(changes: readonly CellChange[]) {
  const layers = [...Map.groupBy(changes, ({ row }) => row)].map(([row, cells]) => ({
    row,
    values: Object.fromEntries(cells.map(({ column, after }) => [column, after === '' ? null : after])),
  }))
  return layers.length > 0 ? layers : undefined
}

/** The service still has the parent's points files; they only appear to be missing here. */
export const ignoresKeptSurveys =
  (before: Sheet, now: Sheet) =>
  ({ row, column }: Finding): boolean => {
    if (column !== 'survey' || row === null) return false
    const [then, current] = [before, now].map((sheet) => sheet.rows.find((one) => one.row === row))
    const survey = current && valueOf(current, 'survey').trim()
    return (
      Boolean(survey) &&
      !/^\d+$/.test(survey ?? '') &&
      then !== undefined &&
      valueOf(then, 'survey').trim() === survey
    )
  }
