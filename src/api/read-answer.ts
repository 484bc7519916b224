import { z } from 'zod'
import type { Accepted, Answer, Endpoint } from '#contract/endpoint.ts'
import { problem } from '#contract/shapes.ts'
import { ApiError } from './api-error.ts'

export function toApiError(status: number, answer: unknown, retryAfter?: string): ApiError {
  const parsed = problem.safeParse(answer)
  if (parsed.success) return new ApiError(status, parsed.data.detail, parsed.data.errors, retryAfter)
  const detail = z.object({ detail: z.string() }).safeParse(answer)
  return new ApiError(status, detail.data?.detail ?? '', [], retryAfter)
}

/** The header of a call that does not wait for its answer. */
export const RESPOND_ASYNC = { prefer: 'respond-async' }

/** What a call that need not wait gets: the record to follow, or the answer if the service waited all the same. */
export type Later<E extends Endpoint> =
  | { accepted: Accepted<E>; answer?: undefined }
  | { accepted?: undefined; answer: Answer<E> }

export const parseLater = <E extends Endpoint>(endpoint: E, status: number, answer: unknown): Later<E> =>
  status === 202 && endpoint.accepted
    ? { accepted: parseAs(endpoint.accepted, endpoint, answer) as Accepted<E> }
    : { answer: parseAnswer(endpoint, answer) }

/** @throws ApiError that names the missing or invalid fields. */
export function parseAnswer<E extends Endpoint>(endpoint: E, answer: unknown): Answer<E> {
  if (typeof endpoint.answer === 'string') return undefined as never
  return parseAs(endpoint.answer as z.ZodType, endpoint, answer) as Answer<E>
}

function parseAs(schema: z.ZodType, endpoint: Endpoint, answer: unknown): unknown {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.slice(0, 3).map((issue) => {
    const field = issue.path.map(String).join('.') || 'body'
    return valueAt(answer, issue.path) === undefined
      ? `the field '${field}' is missing`
      : `the field '${field}' does not match the contract (${issue.message})`
  })
  throw new ApiError(
    502,
    `The answer of ${endpoint.method} ${endpoint.path} cannot be read: ${problems.join('; ')}.`,
  )
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    root,
  )
}
