import { INVALID_CREDENTIALS, type Problem } from '#contract/shapes.ts'

export type ProblemItem = NonNullable<Problem['errors']>[number]

/** What went wrong in a call. Status 0: no answer came at all (network, time-out). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly detail: string
  readonly errors: readonly ProblemItem[]

  constructor(status: number, detail: string, errors: readonly ProblemItem[] = []) {
    super(detail || `The service answered ${status}.`)
    this.status = status
    this.detail = detail
    this.errors = errors
  }

  get answered(): boolean {
    return this.status > 0
  }
}

/** The sentence of the generic promise helper; note that it ends without a full stop. */
export const SOMETHING_WENT_WRONG = 'Something went wrong, please try again'
/** The sentence of a sign-in that got no response; this one ends with a full stop. */
export const LOGIN_WITHOUT_RESPONSE = 'Something went wrong, please try again.'

export function failureMessage(error: unknown): string {
  if (error instanceof ApiError && error.answered && error.detail) return error.detail
  return SOMETHING_WENT_WRONG
}

export function loginFailureMessage(error: unknown): string {
  if (error instanceof ApiError && error.answered && error.detail) return error.detail
  return LOGIN_WITHOUT_RESPONSE
}

/** The one place that decides that the session is over: 403 with exactly this sentence. */
export function credentialsRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403 && error.detail === INVALID_CREDENTIALS
}
