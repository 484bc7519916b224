import { z } from 'zod'
import { text } from '../shapes.ts'

export const POINTS_FORMATS = ['csv', 'xlsx', 'dta'] as const
export const DECIMALS = ['point', 'comma'] as const
const delimiter = z.enum(['comma', 'semicolon', 'tab', 'pipe'])
const encoding = z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])

/** How to read a points file; what is left out is detected. */
export const readingChoice = {
  /** Of text. */
  encoding: encoding.optional(),
  delimiter: delimiter.optional(),
  decimal: z.enum(DECIMALS).optional(),
  /** Of a workbook; the first visible one if it is left out. */
  sheet: text.optional(),
  /** What a row is; people and households are added up to clusters, and `numerator` is the column of the outcome. */
  rows: z.enum(['cluster', 'person']).optional(),
  /** The values of the outcome that count as cases, separated by commas. */
  case_values: text.optional(),
  /** Those that count as no outcome, besides empty ones, such as 8, 9. */
  left_out_values: text.optional(),
  /** What the weights are divided by, such as 1000000 in DHS surveys. */
  weight_scale: z.coerce.number().min(1e-9).max(1e12).optional(),
}

/** How a points file was read. */
export const pointsReading = z.object({
  format: z.enum(POINTS_FORMATS),
  /** Null, as the delimiter, if the format has none. */
  encoding: encoding.nullable(),
  delimiter: delimiter.nullable(),
  decimal: z.enum(DECIMALS),
  /** Null if the file is no workbook. */
  sheet: z.string().nullable(),
  /** Of the workbook; the first 100. */
  sheets: z.array(z.string()),
  /** How people or households were added up; null if a row is a cluster. */
  people: z
    .object({ case_values: z.string(), left_out_values: z.string(), weight_scale: z.number() })
    .nullable(),
})
export type PointsReading = z.output<typeof pointsReading>
export type ReadingBody = z.output<z.ZodObject<typeof readingChoice>>

/** What of it is chosen; the rest is detected. */
export type ReadingChoice = Partial<Omit<PointsReading, 'format' | 'sheets'>>
