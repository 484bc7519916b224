import type { Endpoint } from '#contract/endpoint.ts'
import { INVALID_CREDENTIALS, type Problem } from '#contract/shapes.ts'

export type ProblemItem = NonNullable<Problem['errors']>[number]

/** Why a call failed. Status 0: there was no answer at all (network, time-out). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly detail: string
  readonly errors: readonly ProblemItem[]
  /** The header of the answer, if it has one. */
  readonly retryAfter: string | undefined

  constructor(status: number, detail: string, errors: readonly ProblemItem[] = [], retryAfter?: string) {
    super(detail || `The service answered ${status}.`)
    this.status = status
    this.detail = detail
    this.errors = errors
    this.retryAfter = retryAfter
  }

  get answered(): boolean {
    return this.status > 0
  }
}

/** The sentence of the generic promise helper; note that it has no full stop. */
const SOMETHING_WENT_WRONG = 'Something went wrong, please try again'
/** The sentence for a login without a response; this one has a full stop. */
const LOGIN_WITHOUT_RESPONSE = 'Something went wrong, please try again.'

export function failureMessage(error: unknown): string {
  if (error instanceof ApiError && error.answered && error.detail) return error.detail
  return SOMETHING_WENT_WRONG
}

export function loginFailureMessage(error: unknown): string {
  if (error instanceof ApiError && error.answered && error.detail) return error.detail
  return LOGIN_WITHOUT_RESPONSE
}

/** The only place that decides that the session has ended: 403 with exactly this sentence. */
export function credentialsRejected(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403 && error.detail === INVALID_CREDENTIALS
}

export const OTHER_PERSON =
  'Another account has logged in since this page was opened, so nothing was saved: reload the page to continue.'

/** The page belongs to another person than the session. */
export function isOtherPerson(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409 && error.detail === OTHER_PERSON
}

/** Not allowed for the person's role: another try would get the same answer. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403 && !credentialsRejected(error)
}

/** The call's answer, or null if there is no such record, or the server has no such call. */
export async function orNull<Record>(record: Promise<Record>): Promise<Record | null> {
  try {
    return await record
  } catch (error) {
    if (isMissing(error) || isNotOffered(error)) return null
    throw error
  }
}

/** Another server may know the calls of the specification only. 404 of a call that names no record means that. */
export function notOffered({ method, path }: Pick<Endpoint, 'method' | 'path'>): ApiError {
  const message = `This server does not offer this: it has no call ${method} ${path}.`
  return new ApiError(404, message, [{ field: CALL, message }])
}
const CALL = 'call'

/** Another try would get the same answer. */
export const isNotOffered = (error: unknown) =>
  error instanceof ApiError && error.status === 404 && error.errors[0]?.field === CALL

/** There is no such record. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404 && !isNotOffered(error)
}

/** Whether the same call may succeed a moment later. */
export const isTransient = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500
