import type { Judgement } from '#contract/submissions.ts'
import type { Caller, Services } from '../../context.ts'
import type { SentFile } from '../configuration/find-survey.ts'
import { judgeConfiguration } from '../configuration/judge-configuration.ts'

/** Validates a configuration; nothing is stored or queued. */
export async function validate(
  services: Services,
  file: SentFile,
  surveys: readonly SentFile[],
  caller: Caller,
): Promise<Judgement> {
  const { judgement } = await judgeConfiguration(services, file, surveys, caller)
  return judgement
}
