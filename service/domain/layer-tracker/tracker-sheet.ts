import { TRACKER_COLUMNS, type TrackerChange } from '#contract/layer-tracker.ts'
import type { TrackerCells } from '../../db/schema/job-records.ts'

export interface TrackedJob {
  jobId: number
  cells: TrackerCells
}

/** One sheet of one workbook, in either store. */
export interface TrackerSheet {
  preview(jobs: readonly TrackedJob[]): Promise<TrackerChange[]>
  /** Adds new rows and updates existing ones; concurrent calls are serialized. */
  add(jobs: readonly TrackedJob[], actorId: number): Promise<TrackerChange[]>
}

/** What happens to a row; `previous` undefined: it does not exist yet. Other people's columns do not count. */
export function compare(
  { jobId, cells }: TrackedJob,
  previous: Readonly<Record<string, unknown>> | undefined,
): TrackerChange {
  if (!previous) return { job_id: jobId, state: 'new', changes: [] }
  const changes = TRACKER_COLUMNS.flatMap((column) => {
    const [before, after] = [textOf(previous[column]), textOf(cells[column])]
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
