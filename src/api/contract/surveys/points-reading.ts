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
})
export type PointsReading = z.output<typeof pointsReading>
/** What of it is chosen; the rest is detected. */
export type ReadingChoice = Partial<Omit<PointsReading, 'format' | 'sheets'>>
