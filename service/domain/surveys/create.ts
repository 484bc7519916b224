import { POINTS_MAX_BYTES } from '#contract/submissions/configuration-limits.ts'
import type { Displacement } from '#contract/surveys/displacement.ts'
import type { PointsReading, ReadingChoice } from '#contract/surveys/points-reading.ts'
import type { Remedy, SurveyRemedy } from '#contract/surveys/remedies.ts'
import { asRejection } from '../tables/as-rejection.ts'
import type { Finding } from '#contract/shapes.ts'
import { pointsMediaType } from '../../tables/format-of.ts'
import { and, eq, isNull } from '#drizzle'
import type { Caller, Services } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { type PointsColumns, surveys } from '../../db/schema.ts'
import { brokenConstraint, transactionWithAudit } from '../../db/transaction.ts'
import { foreign, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { insertFile, keepingFiles } from '../../files/keep-file.ts'
import { requireCountry } from '../countries/require.ts'
import { readCountryOutlines } from '../place-groups/country-outlines.ts'
import { defaultMask, findCountryVersions } from '../place-groups/find-country-places.ts'
import { displacementUnknown } from './displacement-unknown.ts'
import type { PointError } from './points/point-error.ts'
import { urbanShareWarnings } from './urban-share-warning.ts'
import { addUpPeople } from './points/add-up-people.ts'
import { validatePoints } from './points/validate-points.ts'
import { readPointsTable } from './points/read-points.ts'
import type { PointsTable } from './points/points-table.ts'
import { resolveColumns } from './points/resolve-columns.ts'
import { storePoints } from './store-points.ts'
import { formatSurvey } from './format-survey.ts'
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
  /** How to read the file. */
  reading?: ReadingChoice
  remedies?: readonly Remedy[] | undefined
  displacement?: Displacement | null
  simulated?: boolean
  note?: string | null
  indicator_definition?: string | undefined
  age_group?: string | undefined
  period?: string | undefined
  source_url?: string | undefined
  licence?: string | undefined
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
  {
    columns,
    clusters,
    points,
    reading,
    remedies,
  }: Pick<ValidatedSurvey, 'columns' | 'clusters' | 'points' | 'reading' | 'remedies'>,
  country: string,
): Promise<{ id: number; clusters: number }> {
  const { db } = services
  try {
    return await keepingFiles(services, async (keep) => {
      const kept = await keep('points', input.file.content, {
        name: input.file.name,
        mediaType: pointsMediaType(input.file.content),
        maxBytes: POINTS_MAX_BYTES,
      })
      return transactionWithAudit(db, async (tx) => {
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
            reading,
            remedies,
            displacement: input.displacement ?? null,
            simulated: input.simulated ?? false,
            note: input.note ?? null,
            indicator_definition: input.indicator_definition,
            age_group: input.age_group,
            period: input.period,
            source_url: input.source_url,
            licence: input.licence,
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
      throw await repeated(db, input, country)
    }
    throw error
  }
}

/** The id of the catalogued survey of the same country, source, wave, date, round and target. */
async function findSame(db: Executor, input: NewSurvey): Promise<number | undefined> {
  const [same] = await db
    .select({ id: surveys.id })
    .from(surveys)
    .where(
      and(
        eq(surveys.iso3_code, input.iso3_code),
        eq(surveys.source, input.source),
        eq(surveys.source_wave, input.source_wave),
        input.source_date === null ? isNull(surveys.source_date) : eq(surveys.source_date, input.source_date),
        eq(surveys.round, input.round),
        eq(surveys.target, input.target),
      ),
    )
  return same?.id
}

const alreadyCatalogued = (input: NewSurvey, country: string) => ({
  message: `A survey of ${formatSurvey(input, country)} is already in the catalogue.`,
  help: 'Open it to compare; delete it first if this file replaces it.',
})

/** Names the catalogued survey, so that the person can compare the two. */
async function repeated(db: Executor, input: NewSurvey, country: string): Promise<ServiceError> {
  const id = await findSame(db, input)
  const said = alreadyCatalogued(input, country)
  // Without a record it was deleted a moment ago, and the next try succeeds.
  return new ServiceError(
    'conflict',
    foreign(said.message, sentence`This survey is already in the catalogue.`),
    {
      errors: [id === undefined ? { message: said.message } : { ...said, record: `surveys:${id}` }],
    },
  )
}

/** What a file that is only validated would be rejected for beside its rows. */
export async function findingsOnRepeat(db: Executor, input: NewSurvey, country: string): Promise<Finding[]> {
  if ((await findSame(db, input)) === undefined) return []
  return [{ severity: 'error', row: null, column: null, ...alreadyCatalogued(input, country) }]
}

export interface ValidatedSurvey {
  reading: PointsReading
  columns: PointsColumns
  clusters: number
  /** Null if there is an error. */
  points: SurveyPoints | null
  errors: (Omit<PointError, 'row'> & { row?: number | null })[]
  /** The number of all errors, including unlisted ones. */
  errorCount: number
  warnings: PointError[]
  /** Those of the input, as they are applied. */
  remedies: SurveyRemedy[]
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
  const { iso3_code, columns, remedies = [] } = input
  try {
    const table = await readPointsTable(content, name, caller, input.reading)
    const about = { name, columns, remedies, country: { iso3_code, name: country } }
    const validated = await validateSurveyTable(db, table, about, caller)
    if (!validated.whole) validated.warnings.push(...displacementWarnings(input))
    return validated
  } catch (error) {
    throw asRejection(error, 'file')
  }
}

interface TableAbout {
  /** Of the file. */
  name: string
  columns: Partial<PointsColumns>
  remedies: readonly Remedy[]
  /** Null: places are not compared with outlines. */
  country: { iso3_code: string; name: string } | null
}

/** `table` has a row per cluster. */
export async function validateSurveyTable(
  db: Executor,
  file: PointsTable,
  { name, columns: given, remedies, country }: TableAbout,
  caller: Caller,
): Promise<ValidatedSurvey & { table: PointsTable }> {
  const { reading } = file
  const { table, warnings: sums } = await addUpPeople(file, given, name)
  const { columns, errors: missing } = resolveColumns(table, given, null, name)
  if (missing.length > 0) {
    const nothing = { points: null, warnings: [], remedies: [] }
    const clusters = table.rows.length
    return {
      columns,
      reading,
      table,
      clusters,
      errors: missing,
      errorCount: missing.length,
      whole: true,
      ...nothing,
    }
  }
  const mask = country && defaultMask(await findCountryVersions(db, country.iso3_code))
  const outlines = mask && (await readCountryOutlines(db, mask.id, caller))
  const validated = await validatePoints(
    table,
    columns,
    country && outlines && { name: country.name, outlines },
    remedies.map((remedy) => ({ remedy })),
  )
  const unchecked = country && !outlines ? [placesUnchecked(country.name, columns.longitude)] : []
  const warnings = [
    ...sums,
    ...validated.warnings,
    ...urbanShareWarnings(validated.points, columns),
    ...unchecked,
  ]
  return { columns, reading, table, whole: false, ...validated, warnings }
}

function displacementWarnings({ source, displacement }: NewSurvey): PointError[] {
  const advice = displacementUnknown(source, displacement ?? null)
  return advice ? [{ row: null, column: null, ...advice }] : []
}

const placesUnchecked = (country: string, column: string): PointError => ({
  row: null,
  column,
  message: `the places were not checked, because there are no outlines of ${country}.`,
  help: "Import them on the screen 'Place Groups'; the page of the survey then checks the places.",
})

const rejection = (
  count: number,
  errors: { row?: number | null; column: string | null; message: string; help?: string }[],
) =>
  new ServiceError(
    'invalid',
    foreign(
      count === 1 ? errors[0].message : `${errors[0].message} (${count} errors in all)`,
      sentence`The file has errors.`,
    ),
    { errors },
  )
