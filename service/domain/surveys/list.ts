import type { Answer, Query } from '#contract/endpoint.ts'
import type { listSurveys } from '#contract/surveys/survey-list.ts'
import type { listSurveyCoverage } from '#contract/surveys/surveys.ts'
import { and, eq, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { byText, countAll, listPage } from '../../db/list-query.ts'
import { countries, surveys } from '../../db/schema.ts'
import { filterSurveys, presentSurvey, selectSurveys, surveyYear } from './select-surveys.ts'

type List = typeof listSurveys
type Coverage = typeof listSurveyCoverage

export function list(db: Executor, query: Query<List>): Promise<Answer<List>> {
  return listPage({
    select: selectSurveys(db).$dynamic(),
    count: db.select({ total: countAll }).from(surveys).$dynamic(),
    where: filterSurveys(query),
    sortable: {
      id: surveys.id,
      iso3_code: surveys.iso3_code,
      country: byText(countries.name),
      source: byText(surveys.source),
      source_wave: byText(surveys.source_wave),
      source_date: surveys.source_date,
      year: surveyYear,
      round: byText(surveys.round),
      target: byText(surveys.target),
      clusters: surveys.clusters,
      households: surveys.households,
      created_at: surveys.created_at,
    },
    id: surveys.id,
    query,
    present: presentSurvey,
  })
}

/** One row per country and year that has surveys; the gaps are not listed. */
export function listCoverage(db: Executor, query: Query<Coverage>): Promise<Answer<Coverage>> {
  const covered = db
    .select({
      iso3_code: surveys.iso3_code,
      country: sql<string>`${countries.name}`.as('country'),
      year: surveyYear.as('year'),
      surveys: sql<number>`count(*)::int`.as('surveys'),
      clusters: sql<number>`sum(${surveys.clusters})::int`.as('clusters'),
      sources: sql<string[]>`array_agg(distinct ${surveys.source} order by ${surveys.source})`.as('sources'),
      targets: sql<string[]>`array_agg(distinct ${surveys.target} order by ${surveys.target})`.as('targets'),
    })
    .from(surveys)
    .innerJoin(countries, eq(countries.iso3_code, surveys.iso3_code))
    .where(and(...filterSurveys(query)))
    .groupBy(surveys.iso3_code, countries.name, surveyYear)
    .as('covered')
  return listPage({
    select: db.select().from(covered).$dynamic(),
    count: db.select({ total: countAll }).from(covered).$dynamic(),
    where: [],
    sortable: {
      iso3_code: covered.iso3_code,
      country: byText(covered.country),
      year: covered.year,
      surveys: covered.surveys,
      clusters: covered.clusters,
    },
    id: sql`${covered.iso3_code} || coalesce(${covered.year}::text, '9999')`,
    query,
    present: (row: Answer<Coverage>['content'][number]) => row,
  })
}
