import { POINTS_MAX_BYTES } from '#contract/submissions/configuration-limits.ts'
import type { Remedy } from '#contract/surveys/remedies.ts'
import type { Survey } from '#contract/surveys/survey-list.ts'
import { eq } from '#drizzle'
import type { Caller, Services } from '../../context.ts'
import { files, surveys } from '../../db/schema.ts'
import { validateSurveyFile } from './create.ts'

/** Validates the file of a survey with these remedies, as an import would today: outlines may have changed since. */
export async function validateStored(
  services: Pick<Services, 'db' | 'files'>,
  survey: Survey,
  remedies: readonly Remedy[],
  caller: Caller,
) {
  const [file] = await services.db
    .select({ key: files.key, name: files.name })
    .from(surveys)
    .innerJoin(files, eq(files.id, surveys.file_id))
    .where(eq(surveys.id, survey.id))
  const content = await services.files.readAll(file.key, { maxBytes: POINTS_MAX_BYTES })
  const result = await validateSurveyFile(
    services,
    { ...survey, remedies, createdBy: survey.created_by, file: { name: file.name, content } },
    survey.country,
    caller,
  )
  return { file, result }
}
