import ky from 'ky'
import { z } from 'zod'
import { type Answer, type Body, DEFAULT_TIMEOUT_MS, type Endpoint } from '#contract/endpoint.ts'
import { problem } from '#contract/shapes.ts'
import { type AddressInput, pathOf } from './address.ts'
import { ApiError } from './api-error.ts'

export type CallInput<E extends Endpoint> = AddressInput<E> &
  (E extends { body: object } ? { body: Body<E> } : { body?: undefined }) &
  (E extends { files: infer F }
    ? { files: Partial<Record<keyof F, Blob | readonly Blob[]>> }
    : { files?: undefined })

export interface CallOptions {
  /** Where the API is: `http://host/api/v1` on the server, `/api/v1` (the proxy) in the browser. */
  baseUrl: string
  token?: string
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Endpoint + input → request → parsed answer. Never shows a message, never navigates. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { baseUrl, token, headers, signal }: CallOptions,
): Promise<Answer<E>> {
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
    retry: 0,
    throwHttpErrors: false,
    redirect: body === undefined ? 'follow' : 'error',
  })
  const answer = await readJson(response)
  if (!response.ok) throw toApiError(response.status, answer)
  return parseAnswer(endpoint, answer)
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
  const form = new FormData()
  for (const [key, value] of fields) form.append(key, String(value))
  for (const [key, value] of Object.entries((input.files ?? {}) as Record<string, Blob | Blob[]>)) {
    for (const file of [value].flat()) form.append(key, file)
  }
  return { body: form }
}

async function readJson(response: Response): Promise<unknown> {
  const body = await response.text().catch(() => '')
  try {
    return body === '' ? undefined : JSON.parse(body)
  } catch {
    return undefined
  }
}

function toApiError(status: number, answer: unknown): ApiError {
  const parsed = problem.safeParse(answer)
  if (parsed.success) return new ApiError(status, parsed.data.detail, parsed.data.errors)
  const detail = z.object({ detail: z.string() }).safeParse(answer)
  return new ApiError(status, detail.data?.detail ?? '')
}

function parseAnswer<E extends Endpoint>(endpoint: E, answer: unknown): Answer<E> {
  if (typeof endpoint.answer === 'string') return undefined as never
  const parsed = (endpoint.answer as z.ZodType).safeParse(answer)
  if (parsed.success) return parsed.data as Answer<E>
  const faults = parsed.error.issues.slice(0, 3).map((issue) => {
    const field = issue.path.map(String).join('.') || 'body'
    return valueAt(answer, issue.path) === undefined
      ? `the field '${field}' is missing`
      : `the field '${field}' is not as agreed (${issue.message})`
  })
  throw new ApiError(
    502,
    `The answer of ${endpoint.method} ${endpoint.path} cannot be read: ${faults.join('; ')}.`,
  )
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    root,
  )
}
