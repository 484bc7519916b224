import type { PlaceRemedy } from '#contract/surveys/place-remedies.ts'

export interface PointError {
  /** Row of the points file, header = 1; null: the whole file. */
  row: number | null
  column: string | null
  message: string
  help?: string
  /** Resolves it for the whole file. */
  remedy?: PlaceRemedy
}
