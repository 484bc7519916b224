import type { Answer } from '#contract/endpoint.ts'
import type { listSurveyFindings } from '#contract/surveys/surveys.ts'
import type { Caller, Services } from '../../context.ts'
import { findingsOf } from './findings-of.ts'
import { getSurvey } from './select-surveys.ts'
import { validateStored } from './validate-stored.ts'

/** Checks the stored points as an import would today: outlines may have changed since. */
export async function listFindings(
  services: Pick<Services, 'db' | 'files'>,
  id: number,
  caller: Caller,
): Promise<Answer<typeof listSurveyFindings>> {
  const survey = await getSurvey(services.db, id)
  const { result } = await validateStored(
    services,
    survey,
    survey.remedies.map(({ remedy }) => remedy),
    caller,
  )
  const findings = findingsOf(result)
  return { content: findings, totalElements: findings.length }
}
