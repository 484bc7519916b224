import ky, { type Options } from 'ky'
import { type Answer, type Body, DEFAULT_TIMEOUT_MS, type Endpoint } from '#contract/endpoint.ts'
import { type AddressInput, pathOf } from './address.ts'
import { ApiError, notOffered } from './api-error.ts'
import { formDataOf } from './form-data.ts'
import { pagePersonHeader } from './page-person.ts'
import { type Later, parseAnswer, parseLater, RESPOND_ASYNC, toApiError } from './read-answer.ts'

export type CallInput<E extends Endpoint> = AddressInput<E> &
  (E extends { body: object } ? { body: Body<E> } : { body?: undefined }) &
  (E extends { files: infer F }
    ? { files: Partial<Record<keyof F, Blob | readonly Blob[]>> }
    : { files?: undefined })

export interface CallOptions {
  /** The API's base address: `http://host/api/v1` on the server, `/api/v1` (the proxy) in the browser. */
  baseUrl: string
  token?: string
  headers?: Record<string, string>
  signal?: AbortSignal
  /** The web server's own, without the limits of Node's. */
  fetch?: typeof fetch
}

/** Endpoint + input → request → parsed answer. Never shows a message, never navigates. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions,
): Promise<Answer<E>> {
  const { answer } = await request(endpoint, input, options)
  return parseAnswer(endpoint, answer)
}

/** Like `call`, without waiting for the result if the service allows it. */
export async function callLater<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions,
): Promise<Later<E>> {
  const headers = { ...options.headers, ...RESPOND_ASYNC }
  const { status, answer } = await request(endpoint, input, { ...options, headers })
  return parseLater(endpoint, status, answer)
}

async function request<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { baseUrl, token, headers, signal, fetch }: CallOptions,
): Promise<{ status: number; answer: unknown }> {
  const { body, contentType } = encode(endpoint, input)
  const { status, text, retryAfter } = await send(`${baseUrl}${pathOf(endpoint, input)}`, {
    method: endpoint.method,
    body,
    headers: {
      accept: 'application/json',
      ...pagePersonHeader(),
      ...(contentType && { 'content-type': contentType }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    redirect: body === undefined ? 'follow' : 'error',
    timeoutMs: endpoint.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    signal,
    fetch,
  })
  const answer = fromJson(text)
  if (status < 200 || status > 299) {
    const error = toApiError(status, answer, retryAfter)
    const isUnknown = status === 404 && endpoint.method === 'GET' && !endpoint.params
    throw isUnknown && !error.detail.startsWith(NO_RECORD) ? notOffered(endpoint) : error
  }
  return { status, answer }
}

/** How the service begins a sentence about a record that a query names. */
const NO_RECORD = 'There is no '

/** The time limit covers the whole answer; 0: none. A timer of our own: `AbortSignal.timeout` keeps the call in memory until it ends. */
async function send(
  url: string,
  { timeoutMs, signal, ...options }: Options & { timeoutMs: number; signal: AbortSignal | undefined },
) {
  const stop = new AbortController()
  const abort = () => stop.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  const timer = timeoutMs > 0 ? setTimeout(() => stop.abort(), timeoutMs) : undefined
  try {
    const own = { signal: stop.signal, timeout: false, retry: 0, throwHttpErrors: false } as const
    const response = await ky(url, { ...options, ...own })
    return {
      status: response.status,
      text: await response.text().catch((error: unknown) => {
        if (stop.signal.aborted) throw error
        return ''
      }),
      retryAfter: response.headers.get('retry-after') ?? undefined,
    }
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, '')
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

function encode(endpoint: Endpoint, input: { body?: unknown; files?: unknown }) {
  if (!endpoint.body) return { body: undefined }
  const fields = Object.entries((input.body ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  )
  if (endpoint.encoding === 'form') {
    const form = new URLSearchParams(fields.map(([key, value]) => [key, String(value)]))
    return { body: String(form), contentType: 'application/x-www-form-urlencoded' }
  }
  if (endpoint.encoding !== 'multipart') {
    return { body: JSON.stringify(Object.fromEntries(fields)), contentType: 'application/json' }
  }
  return { body: formDataOf(Object.fromEntries(fields), (input.files ?? {}) as Record<string, Blob>) }
}

function fromJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
