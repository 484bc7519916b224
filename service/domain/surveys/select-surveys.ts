import type { Survey } from '#contract/surveys/survey-list.ts'
import type { Query } from '#contract/endpoint.ts'
import type { listSurveyCoverage } from '#contract/surveys/surveys.ts'
import { eq, inArray, type SQL, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import type { Paging } from '../../db/list-query.ts'
import { personNameIfAny } from '../../db/person-name.ts'
import { countries, files, surveys, users } from '../../db/schema.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

export const surveyYear = sql<number | null>`survey_year(${surveys.source_date}, ${surveys.source_wave})`

export function selectSurveys(db: Executor) {
  return db
    .select({
      id: surveys.id,
      iso3_code: surveys.iso3_code,
      country: countries.name,
      source: surveys.source,
      source_wave: surveys.source_wave,
      source_date: surveys.source_date,
      year: surveyYear,
      round: surveys.round,
      target: surveys.target,
      clusters: surveys.clusters,
      households: surveys.households,
      simulated: surveys.simulated,
      note: surveys.note,
      indicator_definition: surveys.indicator_definition,
      age_group: surveys.age_group,
      period: surveys.period,
      source_url: surveys.source_url,
      licence: surveys.licence,
      columns: surveys.columns,
      reading: surveys.reading,
      remedies: surveys.remedies,
      displacement: surveys.displacement,
      file: { name: files.name, size: files.size, sha256: files.sha256 },
      created_by: surveys.created_by,
      created_by_name: personNameIfAny,
      created_at: surveys.created_at,
    })
    .from(surveys)
    .innerJoin(countries, eq(countries.iso3_code, surveys.iso3_code))
    .innerJoin(files, eq(files.id, surveys.file_id))
    .leftJoin(users, eq(users.id, surveys.created_by))
}
type SurveyRow = Awaited<ReturnType<typeof selectSurveys>>[number]

export const presentSurvey = (row: SurveyRow): Survey => ({
  ...row,
  columns: { ...row.columns },
  targets: [row.target],
  created_at: row.created_at.toISOString(),
})

export async function getSurvey(db: Executor, id: number): Promise<Survey> {
  const [row] = await selectSurveys(db).where(eq(surveys.id, id))
  if (!row) throw new ServiceError('not-found', sentence`There is no survey ${id}.`)
  return presentSurvey(row)
}

type Filters = Omit<Query<typeof listSurveyCoverage>, keyof Paging>

/** Conditions on `surveys` alone, so that counting needs no join. */
export function filterSurveys(query: Filters): (SQL | undefined)[] {
  return [
    query.id && inArray(surveys.id, query.id),
    query.iso3_code && inArray(surveys.iso3_code, query.iso3_code),
    query.source && inArray(surveys.source, query.source),
    query.source_wave && inArray(surveys.source_wave, query.source_wave),
    query.round && inArray(surveys.round, query.round),
    query.target && inArray(surveys.target, query.target),
    query.year_from === undefined ? undefined : sql`${surveyYear} >= ${query.year_from}`,
    query.year_to === undefined ? undefined : sql`${surveyYear} <= ${query.year_to}`,
    query.simulated === undefined ? undefined : eq(surveys.simulated, query.simulated),
  ]
}
