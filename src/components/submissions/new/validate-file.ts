import { call } from '~/api/call.ts'
import { PROXY_PATH } from '~/api/address.ts'
import { type Validation, validateConfiguration } from '#contract/submissions/submissions.ts'

/** Validates a configuration through the streaming proxy; nothing is queued. */
export function validateFile(
  file: File,
  surveys: readonly File[],
  signal?: AbortSignal,
): Promise<Validation> {
  const baseUrl = new URL(PROXY_PATH, location.origin).href
  return call(validateConfiguration, { body: {}, files: { file, surveys } }, { baseUrl, signal })
}
