import { STATUS_CODES } from 'node:http'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '#contract/shapes.ts'
import { databaseCode, isDatabaseAway } from '../database-error.ts'
import { asSystemError } from '../system-error.ts'
import { ChildFailure } from '../isolation/child-failure.ts'
import { sentence } from '../sentence.ts'
import { ServiceError } from '../service-error.ts'

/** Characters, wrong types, numbers, dates: values that pass a schema but that PostgreSQL cannot store. */
const UNSTORABLE = new Set(['22021', '22P05', '22P02', '22003', '22007', '22008'])

const FASTIFY: Record<string, () => ServiceError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new ServiceError('too-large', sentence`The request is larger than this call allows.`),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new ServiceError('unsupported-type', sentence`This call does not take a body of that content type.`),
  FST_ERR_CTP_EMPTY_TYPE: () =>
    new ServiceError('unsupported-type', sentence`The content type of the body is missing.`),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new ServiceError('bad-request', sentence`The body is not as long as its Content-Length says.`),
}

/** What the person learns about an error; null for an internal error, which reveals nothing. */
function asServiceError(error: unknown): ServiceError | null {
  if (error instanceof ServiceError) return error
  if (error instanceof ChildFailure && error.reason === 'aborted')
    return new ServiceError('bad-request', sentence`The call was cancelled before it was answered.`)
  const code = databaseCode(error) ?? ''
  if (code in FASTIFY) return FASTIFY[code]()
  if (isDatabaseAway(error))
    return new ServiceError(
      'unavailable',
      sentence`The database cannot be reached at the moment. Try again shortly.`,
      {
        headers: { 'Retry-After': '5' },
      },
    )
  // 53100: its disk is full; the transaction is rolled back.
  if (code === '53100')
    return new ServiceError(
      'unavailable',
      sentence`The database is out of storage; nothing was changed. Ask the operator of the service to free some.`,
      { headers: { 'Retry-After': '60' } },
    )
  // A foreign key: verbs check what they name, but another call may delete it, or begin to use it, before the commit.
  if (code === '23503')
    return new ServiceError(
      'conflict',
      sentence`A record that this call needs was deleted, or came into use, in the meantime; nothing was changed. Reload, then try again.`,
    )
  if (code === '57014' || code === '55P03')
    return new ServiceError(
      'unavailable',
      sentence`The request timed out. Try again, or request less data.`,
      {
        headers: { 'Retry-After': '5' },
      },
    )
  if (UNSTORABLE.has(code))
    return new ServiceError(
      'invalid',
      sentence`The request contains characters, numbers or dates that cannot be stored.`,
    )
  const system = asSystemError(error)
  if (system) return system
  const status = (error as { statusCode?: number }).statusCode
  if (code.startsWith('FST_') && status !== undefined && status >= 400 && status < 500)
    return new ServiceError('bad-request', sentence`The request could not be read.`)
  return null
}

const templates = new WeakMap<FastifyRequest, string>()

/** Why a call was denied or rejected, without what was sent: for the audit. */
export const reasonOf = (request: FastifyRequest): string | null => templates.get(request) ?? null

export function sendProblem(reply: FastifyReply, error: unknown, requestId: string, log: FastifyBaseLogger) {
  const known = asServiceError(error)
  if (!known) log.error({ err: error }, 'a call failed')
  // A deliberate rejection by a verb is not logged; an unavailable database or store is.
  else if (known.status >= 500 && (known !== error || known.cause !== undefined))
    log.warn({ err: error }, 'a call could not be served')
  const status = known?.status ?? 500
  if (known && status < 500) templates.set(reply.request, known.sentence.template)
  const body: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail:
      known?.message ??
      `Something went wrong on our side. If it happens again, report the number ${requestId}.`,
    ...(known?.errors ? { errors: known.errors } : {}),
    request_id: requestId,
  }
  for (const name of ['etag', 'accept-ranges']) reply.removeHeader(name)
  if (known) reply.headers(known.headers)
  // The rest of a body that is too large is not awaited.
  if (status === 413) reply.header('connection', 'close')
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(body))
}
