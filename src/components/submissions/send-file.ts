import { type Submission, runFile } from '#contract/submissions.ts'
import { problem } from '#contract/shapes.ts'
import { addressOf } from '~/api/address.ts'
import { ApiError } from '~/api/api-error.ts'

export interface Sending {
  file: File
  surveys: readonly File[]
  title: string
  idempotencyKey: string
}

/** Submits through the streaming proxy. XMLHttpRequest, because fetch cannot tell how much has gone up. */
export function sendFile(
  { file, surveys, title, idempotencyKey }: Sending,
  { onProgress, signal }: { onProgress?: (fraction: number) => void; signal?: AbortSignal } = {},
): Promise<Submission> {
  const form = new FormData()
  form.append('title', title)
  form.append('file', file)
  for (const survey of surveys) form.append('surveys', survey)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(runFile.method, addressOf(runFile, {}))
    request.timeout = runFile.timeoutMs
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('idempotency-key', idempotencyKey)
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    })
    request.addEventListener('load', () => {
      try {
        resolve(answerOf(request.status, request.responseText))
      } catch (error) {
        reject(error)
      }
    })
    for (const kind of ['error', 'timeout', 'abort'] as const) {
      request.addEventListener(kind, () => reject(new ApiError(0, '')))
    }
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

function answerOf(status: number, text: string): Submission {
  const answer = readJson(text)
  if (status < 200 || status >= 300) {
    const { data } = problem.safeParse(answer)
    throw new ApiError(status, data?.detail ?? '', data?.errors)
  }
  const parsed = runFile.answer.safeParse(answer)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.slice(0, 3).map((issue) => `‘${issue.path.join('.')}’`)
  throw new ApiError(502, `The submission was sent, but its answer lacks ${fields.join(', ')}.`)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
