import type { Remedy } from '#contract/surveys/remedies.ts'

export interface PointError {
  /** Row of the points file, header = 1; null: several rows, or the whole file. */
  row: number | null
  column: string | null
  message: string
  help?: string
  /** The first of several rows that it is about. */
  rows?: number[]
  /** Resolves it for the whole file. */
  remedy?: Remedy
}
