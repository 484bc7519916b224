import type { Answer, Endpoint } from '#contract/endpoint.ts'
import { addressOf } from './address.ts'
import { ApiError } from './api-error.ts'
import { formDataOf } from './form-data.ts'
import { parseAnswer, toApiError } from './read-answer.ts'

interface UploadEndpoint extends Endpoint {
  params?: undefined
  body: NonNullable<Endpoint['body']>
  files: NonNullable<Endpoint['files']>
}

/**
 * A multipart call through the web server's streaming proxy. XMLHttpRequest, because fetch cannot report upload
 * progress.
 */
export function upload<E extends UploadEndpoint>(
  endpoint: E,
  input: {
    body: Readonly<Record<string, unknown>>
    files: Partial<Record<keyof E['files'] & string, Blob | readonly Blob[]>>
  },
  {
    headers = {},
    onProgress,
    signal,
  }: {
    headers?: Record<string, string>
    /** Share of the bytes sent, from 0. */
    onProgress?: (fraction: number) => void
    signal?: AbortSignal
  } = {},
): Promise<Answer<E>> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new ApiError(0, ''))
    const request = new XMLHttpRequest()
    request.open(endpoint.method, addressOf(endpoint as Endpoint, {} as never))
    request.timeout = endpoint.timeoutMs ?? 0
    for (const [name, value] of Object.entries({ accept: 'application/json', ...headers }))
      request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    })
    request.addEventListener('load', () => {
      const answer = readJson(request.responseText)
      if (request.status < 200 || request.status >= 300) return reject(toApiError(request.status, answer))
      try {
        resolve(parseAnswer(endpoint, answer))
      } catch (error) {
        reject(error)
      }
    })
    for (const kind of ['error', 'timeout', 'abort'] as const)
      request.addEventListener(kind, () => reject(new ApiError(0, '')))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(formDataOf(input.body, input.files))
  })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
