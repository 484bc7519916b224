import { z } from 'zod'
import type { Answer, Endpoint } from '#contract/endpoint.ts'
import { problem } from '#contract/shapes.ts'
import { ApiError } from './api-error.ts'

export function toApiError(status: number, answer: unknown): ApiError {
  const parsed = problem.safeParse(answer)
  if (parsed.success) return new ApiError(status, parsed.data.detail, parsed.data.errors)
  const detail = z.object({ detail: z.string() }).safeParse(answer)
  return new ApiError(status, detail.data?.detail ?? '')
}

/** @throws ApiError that names the missing or invalid fields. */
export function parseAnswer<E extends Endpoint>(endpoint: E, answer: unknown): Answer<E> {
  if (typeof endpoint.answer === 'string') return undefined as never
  const parsed = (endpoint.answer as z.ZodType).safeParse(answer)
  if (parsed.success) return parsed.data as Answer<E>
  const faults = parsed.error.issues.slice(0, 3).map((issue) => {
    const field = issue.path.map(String).join('.') || 'body'
    return valueAt(answer, issue.path) === undefined
      ? `the field '${field}' is missing`
      : `the field '${field}' does not match the contract (${issue.message})`
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
