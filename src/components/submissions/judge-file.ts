import { BASE_PATH } from '#contract/endpoint.ts'
import { type Judgement, validateConfiguration } from '#contract/submissions.ts'
import { call } from '~/api/call.ts'

/** Judges a configuration through the streaming proxy; nothing is queued. */
export const judgeFile = (file: File, surveys: readonly File[], signal?: AbortSignal): Promise<Judgement> =>
  call(
    validateConfiguration,
    { body: {}, files: { file, surveys } },
    { baseUrl: new URL(BASE_PATH, location.origin).href, signal },
  )
