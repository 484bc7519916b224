import type { Problem } from '#contract/shapes.ts'
import type { Sentence } from './sentence.ts'

const STATUS = {
  invalid: 422,
  'bad-request': 400,
  unauthorized: 401,
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

interface More {
  /** The field that the sentence is about, if it is the only one. */
  field?: string
  errors?: Problem['errors']
  headers?: Record<string, string>
}

/** Thrown by a verb that rejects a call, with one readable sentence for the person; the audit keeps its template. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly kind: ErrorKind
  readonly sentence: Sentence
  readonly errors: Problem['errors']
  readonly headers: Record<string, string>

  constructor(kind: ErrorKind, sentence: Sentence, { field, errors, headers = {} }: More = {}) {
    super(sentence.text)
    this.kind = kind
    this.sentence = sentence
    this.errors = field === undefined ? errors : [{ field, message: sentence.text }]
    this.headers = headers
  }

  get status(): number {
    return STATUS[this.kind]
  }
}
