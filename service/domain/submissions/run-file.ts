import type { Submission } from '#contract/submissions/submission-list.ts'
import type { Services } from '../../context.ts'
import type { SentFile } from '../configuration/find-survey.ts'
import { validateConfiguration } from '../configuration/validate-configuration.ts'
import { createSubmission, requireProject, requireNoErrors } from './create.ts'
import { digestBody, type Intent, intentOf } from './idempotency.ts'
import { sendOnce } from './send-once.ts'

interface RunFile {
  title: string
  project_id?: number
  file: SentFile
  surveys: readonly SentFile[]
  idempotencyKey?: string
  userId: number
  /** The call's id; it follows the layers into the worker's log. */
  requestId?: string
}

/** Validates a configuration, stores its files and queues one job per layer: all of it or nothing. */
export function runFile(services: Services, input: RunFile): Promise<Submission> {
  const intent = intentOf(input.userId, input.idempotencyKey, () =>
    digestBody([
      input.title,
      String(input.project_id ?? ''),
      ...[input.file, ...input.surveys].flatMap(({ name, content }) => [name, content]),
    ]),
  )
  return sendOnce(services, intent, () => submit(services, input, intent))
}

async function submit(services: Services, input: RunFile, intent: Intent | null): Promise<Submission> {
  await requireProject(services, input.project_id)
  const validated = await validateConfiguration(services, input.file, input.surveys, {
    personId: input.userId,
  })
  requireNoErrors(validated)
  return createSubmission(services, {
    title: input.title,
    projectId: input.project_id ?? null,
    userId: input.userId,
    requestId: input.requestId,
    intent,
    validated,
    configuration: input.file,
    points: new Map(input.surveys.map(({ name, content }) => [name, content])),
  })
}
