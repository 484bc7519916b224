import { TRACKER_COLUMNS, type TrackerChange } from '#contract/layer-tracker.ts'
import type { TrackerCells } from '../../db/job-records-schema.ts'

export interface TrackedJob {
  jobId: number
  cells: TrackerCells
}

/** One sheet of one workbook, wherever it is kept. */
export interface TrackerSheet {
  preview(jobs: readonly TrackedJob[]): Promise<TrackerChange[]>
  /** Adds rows and updates those that are there; what two do at the same moment comes one after the other. */
  add(jobs: readonly TrackedJob[], actorId: number): Promise<TrackerChange[]>
}

/** What becomes of a row; `former` undefined: it is not there yet. Columns that others keep beside ours do not count. */
export function compare(
  { jobId, cells }: TrackedJob,
  former: Readonly<Record<string, unknown>> | undefined,
): TrackerChange {
  if (!former) return { job_id: jobId, state: 'new', changes: [] }
  const changes = TRACKER_COLUMNS.flatMap((column) => {
    const [before, after] = [textOf(former[column]), textOf(cells[column])]
    return before === after ? [] : [{ column, before, after }]
  })
  return { job_id: jobId, state: changes.length > 0 ? 'changed' : 'same', changes }
}

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''
