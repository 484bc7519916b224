import type { Validation } from '#contract/submissions/submissions.ts'
import type { Caller, Services } from '../../context.ts'
import type { SentFile } from '../configuration/find-survey.ts'
import { validateConfiguration } from '../configuration/validate-configuration.ts'

/** Validates a configuration; nothing is stored or queued. */
export async function validate(
  services: Services,
  file: SentFile,
  surveys: readonly SentFile[],
  caller: Caller,
): Promise<Validation> {
  const { validation } = await validateConfiguration(services, file, surveys, caller)
  return validation
}
