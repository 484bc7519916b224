import { POINTS_COLUMN_NAMES, type PointsColumnName } from '#contract/surveys/points-columns.ts'
import { readingDefaults } from '~/components/surveys/import/survey-reading-fields.tsx'
import { rowsDefaults } from '~/components/surveys/import/survey-rows-fields.tsx'
import type { Inspection } from './use-inspection.ts'

/** Columns that a points file must have. */
export const NEEDED = ['cluster', 'longitude', 'latitude', 'numerator', 'denominator'] as const

const NAMES = ['iso3_code', ...Object.keys({ ...readingDefaults, ...rowsDefaults }), ...POINTS_COLUMN_NAMES]

/** Of a file with a row per person, denominators are counted. */
export const withoutCounted = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  values['rows'] === 'person' ? { ...values, denominator: undefined } : { ...values }

/** What an inspection depends on; columns that are as guessed need not be sent. */
export const inspectionFields = (
  values: Readonly<Record<string, unknown>>,
  inspection: Inspection | null,
): Record<string, string> =>
  Object.fromEntries(
    NAMES.map((name) => [name, (withoutCounted(values)[name] ?? '') as string] as const).filter(
      ([name, value]) => inspection?.guess[name as PointsColumnName] !== value,
    ),
  )
