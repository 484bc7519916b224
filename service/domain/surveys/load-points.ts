import { POINTS_MAX_BYTES } from '#contract/submissions/configuration-limits.ts'
import type { PointsReading } from '#contract/surveys/points-reading.ts'
import type { SurveyRemedy } from '#contract/surveys/remedies.ts'
import { asRejection } from '../tables/as-rejection.ts'
import type { Caller, Services } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import type { PointsColumns } from '../../db/schema.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { addUpPeople } from './points/add-up-people.ts'
import { validatePoints } from './points/validate-points.ts'
import { POINTS_COLUMN_NAMES } from '#contract/surveys/points-columns.ts'
import { readPointsTable } from './points/read-points.ts'
import { resolveColumns } from './points/resolve-columns.ts'
import { readStoredPoints } from './store-points.ts'
import type { SurveyPoints } from './survey-points.ts'

interface PointsSource {
  file: { key: string; name: string }
  /** Which columns of the file to read. */
  columns: PointsColumns
  remedies: readonly SurveyRemedy[]
  /** The catalogued survey, with its columns and remedies as they are now, and its reading; null for a file attached to a configuration. */
  survey: {
    id: number
    columns: PointsColumns
    remedies: readonly SurveyRemedy[]
    reading: PointsReading
  } | null
}

/**
 * The clusters of a survey or points file: as stored at import, or read from the file if other columns or remedies are requested.
 */
export async function loadPoints(
  { db, files }: { db: Executor; files: Services['files'] },
  { file, columns, remedies, survey }: PointsSource,
  caller: Caller,
): Promise<SurveyPoints> {
  return survey && isSame(remedies, survey.remedies) && sameColumns(columns, survey.columns)
    ? readStoredPoints(db, survey.id)
    : readPointsFile(files, { file, columns, remedies, reading: survey?.reading }, caller)
}

const isSame = (some: readonly SurveyRemedy[], others: readonly SurveyRemedy[]) =>
  some.length === others.length &&
  some.every(({ remedy, rows }, i) => remedy === others[i].remedy && rows.join() === others[i].rows.join())

const sameColumns = (one: PointsColumns, other: PointsColumns) =>
  POINTS_COLUMN_NAMES.every((name) => one[name] === other[name])

/** The clusters as the file gives them; places may be outside the country. */
export async function readPointsFile(
  files: Services['files'],
  {
    file: { key, name },
    columns,
    remedies,
    reading,
  }: Omit<PointsSource, 'survey'> & { reading: PointsReading | undefined },
  caller: Caller,
): Promise<SurveyPoints> {
  try {
    const content = await files.readAll(key, { maxBytes: POINTS_MAX_BYTES })
    const { table } = await addUpPeople(await readPointsTable(content, name, caller, reading), columns, name)
    const [missing] = resolveColumns(table, {}, columns, name).errors
    if (missing) throw new ServiceError('invalid', sentence`${missing.message} ${missing.help}`)
    // The points' places were checked when the file was imported.
    const { points, errors } = await validatePoints(table, columns, null, remedies)
    if (points) return points
    const [{ row, message }] = errors
    throw new ServiceError('invalid', sentence`${name}${row === null ? '' : `, row ${row}`}: ${message}`)
  } catch (error) {
    throw asRejection(error)
  }
}
