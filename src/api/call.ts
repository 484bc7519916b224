import ky from 'ky'
import { type Answer, type Body, DEFAULT_TIMEOUT_MS, type Endpoint } from '#contract/endpoint.ts'
import { type AddressInput, pathOf } from './address.ts'
import { ApiError } from './api-error.ts'
import { formDataOf } from './form-data.ts'
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
  /** Replaces the platform's own. */
  fetch?: typeof globalThis.fetch
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

/** The same without waiting, if the service allows it. */
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
  const response = await send(`${baseUrl}${pathOf(endpoint, input)}`, {
    method: endpoint.method,
    body,
    headers: {
      accept: 'application/json',
      ...(contentType && { 'content-type': contentType }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    timeout: endpoint.timeoutMs === 0 ? false : (endpoint.timeoutMs ?? DEFAULT_TIMEOUT_MS),
    signal,
    ...(fetch && { fetch }),
    retry: 0,
    throwHttpErrors: false,
    redirect: body === undefined ? 'follow' : 'error',
  })
  const answer = await readJson(response)
  if (!response.ok) throw toApiError(response.status, answer)
  return { status: response.status, answer }
}

async function send(url: string, options: NonNullable<Parameters<typeof ky>[1]>) {
  try {
    return await ky(url, options)
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new ApiError(0, '')
  }
}

function encode(endpoint: Endpoint, input: { body?: unknown; files?: unknown }) {
  if (!endpoint.body) return { body: undefined }
  const fields = Object.entries((input.body ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  )
  if (endpoint.encoding === 'form') {
    return { body: new URLSearchParams(fields.map(([key, value]) => [key, String(value)])) }
  }
  if (endpoint.encoding !== 'multipart') {
    return { body: JSON.stringify(Object.fromEntries(fields)), contentType: 'application/json' }
  }
  return { body: formDataOf(Object.fromEntries(fields), (input.files ?? {}) as Record<string, Blob>) }
}

async function readJson(response: Response): Promise<unknown> {
  const body = await response.text().catch(() => '')
  try {
    return body === '' ? undefined : JSON.parse(body)
  } catch {
    return undefined
  }
}
