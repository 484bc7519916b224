import { POINTS_MAX_BYTES } from '#contract/configuration-limits.ts'
import { TableError } from '../../tables/table-error.ts'
import type { Caller, Services } from '../../context.ts'
import { type PointsColumns, surveys } from '../../db/schema.ts'
import { brokenConstraint, transaction } from '../../db/transaction.ts'
import { ServiceError } from '../../service-error.ts'
import { insertFile, keepingFiles } from '../../files/keep-file.ts'
import { requireCountry } from '../countries/require.ts'
import { readCountryOutlines } from '../place-groups/country-outlines.ts'
import { defaultMask, findCountryVersions } from '../place-groups/find-country-places.ts'
import { type PointError, validatePoints } from './validate-points.ts'
import { readPointsTable } from './read-points.ts'
import { resolveColumns } from './resolve-columns.ts'
import { storePoints } from './store-points.ts'
import type { SurveyPoints } from './survey-points.ts'

export interface NewSurvey {
  iso3_code: string
  source: string
  source_wave: string
  source_date: string | null
  round: string
  target: string
  households?: number | null
  columns: Partial<PointsColumns>
  simulated?: boolean
  note?: string | null
  file: { name: string; content: Buffer }
  createdBy: number | null
}

/**
 * Validates every row of the points file (including the place, if the country has outlines), stores it and catalogues
 * the survey.
 */
export async function createSurvey(
  services: Services,
  input: NewSurvey,
  caller: Caller = { personId: null },
): Promise<{ id: number; clusters: number }> {
  const country = await requireCountry(services.db, input.iso3_code)
  const validated = await validateSurveyFile(services, input, country.name, caller)
  if (validated.errorCount > 0) {
    const { name } = input.file
    throw rejection(
      validated.errorCount,
      validated.whole
        ? validated.errors
        : validated.errors.map((error) => ({
            ...error,
            message: `${name}${error.row === null ? '' : `, row ${error.row}`}: ${error.message}`,
          })),
    )
  }
  return catalogueSurvey(services, input, validated, country.name)
}

/** Stores a validated file and its row. */
export async function catalogueSurvey(
  services: Services,
  input: NewSurvey,
  { columns, clusters, points }: Pick<ValidatedSurvey, 'columns' | 'clusters' | 'points'>,
  country: string,
): Promise<{ id: number; clusters: number }> {
  const { db } = services
  try {
    return await keepingFiles(services, async (keep) => {
      const kept = await keep('points', input.file.content, {
        name: input.file.name,
        mediaType: 'text/csv; charset=utf-8',
        maxBytes: POINTS_MAX_BYTES,
      })
      return transaction(db, async (tx) => {
        const [row] = await tx
          .insert(surveys)
          .values({
            iso3_code: input.iso3_code,
            source: input.source,
            source_wave: input.source_wave,
            source_date: input.source_date,
            round: input.round,
            target: input.target,
            clusters,
            households: input.households ?? null,
            columns,
            simulated: input.simulated ?? false,
            note: input.note ?? null,
            file_id: await insertFile(tx, kept, input.createdBy),
            created_by: input.createdBy,
          })
          .returning({ id: surveys.id })
        if (points) await storePoints(tx, row.id, points)
        return { id: row.id, clusters }
      })
    })
  } catch (error) {
    if (brokenConstraint(error)?.startsWith('surveys_iso3_code')) {
      throw new ServiceError(
        'conflict',
        `A survey of ${input.target} from ${input.source} ${input.source_wave}, round ${input.round}, of ${country} is catalogued already.`,
      )
    }
    throw error
  }
}

export interface ValidatedSurvey {
  columns: PointsColumns
  clusters: number
  /** Null if there is an error. */
  points: SurveyPoints | null
  errors: { row?: number | null; column: string | null; message: string; help?: string }[]
  /** The number of all errors, including unlisted ones. */
  errorCount: number
  warnings: PointError[]
  /** The errors are in the header: no row was validated. */
  whole: boolean
}

/** Every error of the header, or else of the rows. */
export async function validateSurveyFile(
  { db }: Pick<Services, 'db'>,
  input: NewSurvey,
  country: string,
  caller: Caller,
): Promise<ValidatedSurvey> {
  const { name, content } = input.file
  try {
    const table = await readPointsTable(content, name, caller)
    const { columns, errors: missing } = resolveColumns(table.header, input.columns, null, name)
    if (missing.length > 0) {
      const clusters = table.rows.length
      const errorCount = missing.length
      return { columns, clusters, points: null, errors: missing, errorCount, warnings: [], whole: true }
    }
    const mask = defaultMask(await findCountryVersions(db, input.iso3_code))
    const outlines = mask && (await readCountryOutlines(db, mask.id, caller))
    return {
      columns,
      whole: false,
      ...(await validatePoints(table, columns, outlines && { name: country, outlines })),
    }
  } catch (error) {
    if (error instanceof TableError) throw new ServiceError(error.kind, error.message)
    throw error
  }
}

const rejection = (
  count: number,
  errors: { row?: number | null; column: string | null; message: string; help?: string }[],
) =>
  new ServiceError(
    'invalid',
    count === 1 ? errors[0].message : `${errors[0].message} (${count} errors in all)`,
    { errors },
  )
