import { z } from 'zod'
import { PLACE_REMEDIES } from './place-remedies.ts'

/** What makes a points file usable: the file stays as it was sent, and is read so. */
export const REMEDIES = [
  ...PLACE_REMEDIES,
  'swap-counts',
  'multiply-shares',
  'multiply-percentages',
  'leave-out-unplaced',
  'leave-out-outside',
  'leave-out-empty',
  'number-ids',
] as const
export type Remedy = (typeof REMEDIES)[number]

export const surveyRemedy = z.object({
  remedy: z.enum(REMEDIES),
  /** Rows of the points file that it leaves out, or whose ids it numbers; empty: it concerns the file as a whole. */
  rows: z.array(z.number().int()),
})
/** A remedy as it was applied. */
export type SurveyRemedy = z.output<typeof surveyRemedy>
