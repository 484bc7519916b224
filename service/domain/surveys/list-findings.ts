import type { Answer } from '#contract/endpoint.ts'
import { POINTS_MAX_BYTES } from '#contract/submissions/configuration-limits.ts'
import type { listSurveyFindings } from '#contract/surveys/surveys.ts'
import { eq } from '#drizzle'
import type { Caller, Services } from '../../context.ts'
import { files, surveys } from '../../db/schema.ts'
import { validateSurveyFile } from './create.ts'
import { findingsOf } from './findings-of.ts'
import { getSurvey } from './select-surveys.ts'

/** Checks the stored points as an import would today: outlines may have changed since. */
export async function listFindings(
  services: Pick<Services, 'db' | 'files'>,
  id: number,
  caller: Caller,
): Promise<Answer<typeof listSurveyFindings>> {
  const survey = await getSurvey(services.db, id)
  const [file] = await services.db
    .select({ key: files.key, name: files.name })
    .from(surveys)
    .innerJoin(files, eq(files.id, surveys.file_id))
    .where(eq(surveys.id, id))
  const content = await services.files.readAll(file.key, { maxBytes: POINTS_MAX_BYTES })
  const validated = await validateSurveyFile(
    services,
    {
      ...survey,
      remedies: survey.remedies.map(({ remedy }) => remedy),
      createdBy: survey.created_by,
      file: { name: file.name, content },
    },
    survey.country,
    caller,
  )
  const findings = findingsOf(validated)
  return { content: findings, totalElements: findings.length }
}
