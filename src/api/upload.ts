import type { Answer, Endpoint } from '#contract/endpoint.ts'
import { addressOf } from './address.ts'
import { ApiError } from './api-error.ts'
import { formDataOf } from './form-data.ts'
import { pagePersonHeader } from './page-person.ts'
import { type Later, parseAnswer, parseLater, RESPOND_ASYNC, toApiError } from './read-answer.ts'

interface UploadEndpoint extends Endpoint {
  params?: undefined
  body: NonNullable<Endpoint['body']>
  files: NonNullable<Endpoint['files']>
}

interface UploadInput<E extends UploadEndpoint> {
  body: Readonly<Record<string, unknown>>
  files: Partial<Record<keyof E['files'] & string, Blob | readonly Blob[]>>
}

interface UploadOptions {
  headers?: Record<string, string>
  /** Share of the bytes sent, from 0. */
  onProgress?: (fraction: number) => void
  signal?: AbortSignal
}

/**
 * A multipart call through the web server's streaming proxy. XMLHttpRequest, because fetch cannot report upload
 * progress.
 */
export const upload = <E extends UploadEndpoint>(
  endpoint: E,
  input: UploadInput<E>,
  options: UploadOptions = {},
): Promise<Answer<E>> => send(endpoint, input, options, (_status, answer) => parseAnswer(endpoint, answer))

/** The same, but once the files are sent it does not wait for what is made of them, if the service allows that. */
export const uploadLater = <E extends UploadEndpoint>(
  endpoint: E,
  input: UploadInput<E>,
  options: UploadOptions = {},
): Promise<Later<E>> =>
  send(endpoint, input, { ...options, headers: { ...options.headers, ...RESPOND_ASYNC } }, (status, answer) =>
    parseLater(endpoint, status, answer),
  )

function send<E extends UploadEndpoint, T>(
  endpoint: E,
  input: UploadInput<E>,
  { headers = {}, onProgress, signal }: UploadOptions,
  parse: (status: number, answer: unknown) => T,
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new ApiError(0, ''))
    const request = new XMLHttpRequest()
    request.open(endpoint.method, addressOf(endpoint as Endpoint, {} as never))
    request.timeout = endpoint.timeoutMs ?? 0
    for (const [name, value] of Object.entries({
      accept: 'application/json',
      ...pagePersonHeader(),
      ...headers,
    }))
      request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    })
    request.addEventListener('load', () => {
      const answer = readJson(request.responseText)
      if (request.status < 200 || request.status >= 300)
        return reject(
          toApiError(request.status, answer, request.getResponseHeader('retry-after') ?? undefined),
        )
      try {
        resolve(parse(request.status, answer))
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
