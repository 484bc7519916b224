import { z } from 'zod'
import { RUN_FILE_TIMEOUT_MS, defineEndpoint } from '../endpoint.ts'
import { finding, iso3, many, text } from '../shapes.ts'
import { POINTS_MAX_BYTES } from '../submissions/configuration-limits.ts'
import { POINTS_COLUMN_NAMES, type PointsColumnName } from './points-columns.ts'
import { pointsReading, readingChoice } from './points-reading.ts'
import { REMEDIES, surveyRemedy } from './remedies.ts'

const columns = Object.fromEntries(POINTS_COLUMN_NAMES.map((name) => [name, text.optional()])) as Record<
  PointsColumnName,
  z.ZodOptional<typeof text>
>

export const inspectSurvey = defineEndpoint({
  name: 'inspectSurvey',
  resource: 'surveys',
  summary:
    'Validate the points file of a survey, and show its columns, first rows, places and counts; nothing is stored',
  method: 'POST',
  path: '/survey/v1/inspections',
  encoding: 'multipart',
  files: { file: { maxBytes: POINTS_MAX_BYTES, maxCount: 1, required: true } },
  body: z.strictObject({
    /** Left out: places are not compared with any outlines. */
    iso3_code: iso3.optional(),
    /** The columns of the file; what is left out is guessed from names and contents. */
    ...columns,
    ...readingChoice,
    remedies: many(z.enum(REMEDIES), REMEDIES.length),
  }),
  answer: z.object({
    reading: pointsReading,
    header: z.array(z.string()),
    /** The column for each role that can be guessed. */
    guess: z.partialRecord(z.enum(POINTS_COLUMN_NAMES), z.string()),
    /** The first ten, as they are in the file. */
    rows: z.array(z.object({ row: z.number().int(), cells: z.array(z.string()) })),
    /** With the remedies. */
    clusters: z.number().int(),
    /** With the remedies: about 2,000, evenly from the file, and those that findings name. */
    points: z.array(
      z.object({
        row: z.number().int(),
        longitude: z.number(),
        latitude: z.number(),
        numerator: z.number().nullable(),
        denominator: z.number().nullable(),
      }),
    ),
    findings: z.array(finding),
    remedies: z.array(surveyRemedy),
  }),
  timeoutMs: RUN_FILE_TIMEOUT_MS,
})
