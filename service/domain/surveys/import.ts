import type { Answer, Body } from '#contract/endpoint.ts'
import type { importSurvey } from '#contract/surveys/surveys.ts'
import { POINTS_COLUMN_NAMES } from '#contract/surveys/points-columns.ts'
import type { Caller, Services } from '../../context.ts'
import { requireCountry } from '../countries/require.ts'
import { catalogueSurvey, findingsOnRepeat, validateSurveyFile, type NewSurvey } from './create.ts'
import { findingsOf } from './findings-of.ts'
import { readingChoice } from './reading-choice.ts'
import { getSurvey } from './select-surveys.ts'

type Import = typeof importSurvey

/** Validates every row of a points file, reports all findings, and catalogues the survey if none is an error. */
export async function importPoints(
  services: Services,
  file: NewSurvey['file'],
  about: Body<Import>,
  createdBy: number,
  caller: Caller,
): Promise<Answer<Import>> {
  const country = await requireCountry(services.db, about.iso3_code)
  const survey: NewSurvey = {
    ...about,
    source_date: about.source_date ?? null,
    columns: Object.fromEntries(
      POINTS_COLUMN_NAMES.flatMap((name) => (about[name] === undefined ? [] : [[name, about[name]]])),
    ),
    reading: readingChoice(about),
    file,
    createdBy,
  }
  const validated = await validateSurveyFile(services, survey, country.name, caller)
  const findings = [
    ...(about.dry_run ? await findingsOnRepeat(services.db, survey, country.name) : []),
    ...findingsOf(validated),
  ]
  const { clusters, reading, remedies } = validated
  if (validated.errorCount > 0 || about.dry_run)
    return { catalogued: false, clusters, findings, reading, remedies, survey: null }
  const { id } = await catalogueSurvey(services, survey, validated, country.name)
  return {
    catalogued: true,
    clusters,
    findings,
    reading,
    remedies,
    survey: await getSurvey(services.db, id),
  }
}
