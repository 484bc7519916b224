import type { Remedy } from '#contract/surveys/remedies.ts'
import type { PointError } from './point-error.ts'

export const MIN_CLUSTERS = 50
/** Rows that a finding names at most. */
const MAX_ROWS = 500

/** Rows of one kind as one finding; null: there are none. A single row keeps its own message. */
export function groupRows(
  rows: readonly number[],
  {
    of,
    column,
    single,
    several,
    help,
    remedy,
  }: {
    /** Clusters in all. */
    of: number
    column: string | null
    single: string
    several: string
    help: string
    remedy: Remedy | null
  },
): PointError | null {
  if (rows.length === 0) return null
  const isAlone = rows.length === 1
  const offer = remedy && (remedy === 'number-ids' || mayLeaveOut(rows.length, of)) ? { remedy } : {}
  return {
    row: isAlone ? rows[0] : null,
    column,
    message: isAlone ? single : several,
    help,
    ...(isAlone ? {} : { rows: rows.slice(0, MAX_ROWS) }),
    ...offer,
  }
}

/** Enough clusters remain, and at least half of the survey: otherwise something else is wrong. */
export const mayLeaveOut = (left: number, of: number): boolean => 2 * left <= of && of - left >= MIN_CLUSTERS
