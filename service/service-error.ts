import type { Problem } from '#contract/shapes.ts'

const STATUS = {
  invalid: 422,
  'bad-request': 400,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  gone: 410,
  'precondition-failed': 412,
  'too-large': 413,
  'unsupported-type': 415,
  'range-not-satisfiable': 416,
  locked: 423,
  'too-many': 429,
  unavailable: 503,
  'no-storage': 507,
} as const
export type ErrorKind = keyof typeof STATUS

/** Thrown by a verb that rejects a call: `detail` is one readable sentence for the person. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly kind: ErrorKind
  readonly errors: Problem['errors']
  readonly headers: Record<string, string>

  constructor(
    kind: ErrorKind,
    detail: string,
    more: { errors?: Problem['errors']; headers?: Record<string, string> } = {},
  ) {
    super(detail)
    this.kind = kind
    this.errors = more.errors
    this.headers = more.headers ?? {}
  }

  get status(): number {
    return STATUS[this.kind]
  }
}
