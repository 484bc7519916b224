import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AuditResult, auditWordOf } from '#contract/audit.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Actor, Services } from '../context.ts'
import { type JoinedEntry, joinEntry } from '../domain/audit/joined-entry.ts'
import { type AuditEvent, record } from '../domain/audit/record.ts'

type Note = Pick<AuditEvent, 'record' | 'detail'>

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

const callers = new WeakMap<FastifyRequest, Actor>()
const notes = new WeakMap<FastifyRequest, Note>()
const entries = new WeakMap<FastifyRequest, JoinedEntry>()

/** The caller, known before their rights are checked. */
export const rememberCaller = (request: FastifyRequest, actor: Actor): void =>
  void callers.set(request, actor)

/** For handlers: what the audit should say about this call beyond its address. Never a secret. */
export const noteAudit = (request: FastifyRequest, note: Note): void =>
  void notes.set(request, { ...notes.get(request), ...note })

const resultOf = (status: number): AuditResult =>
  status < 400 ? 'ok' : status === 403 ? 'denied' : status < 500 ? 'refused' : 'failed'

const MAX_IDS = 50
/** Several records of one kind, as worded in the audit. */
export const recordsOf = (resource: string, records: readonly { id: number }[]): string =>
  `${resource}:${[...new Set(records.map(({ id }) => id))].slice(0, MAX_IDS).join(',')}`

const isPlain = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '')

/** Path and body name records only by these fields: others could hold a token or an email address. */
function recordOf({ resource }: Endpoint, request: FastifyRequest): string | null {
  const params = (request.params ?? {}) as Record<string, unknown>
  const body = (request.body ?? {}) as Record<string, unknown>
  const many = [body.job_ids, body.ids].find(Array.isArray) as unknown[] | undefined
  const one = [params.id, params.job_key, body.job_id, body.id].find(isPlain)
  const ids = many ? many.filter(isPlain).slice(0, MAX_IDS) : one === undefined ? [] : [one]
  return ids.length > 0 ? `${resource}:${ids.join(',')}` : null
}

const MAX_ANSWER_LENGTH = 100_000

/** The id of a created record appears only in the answer. */
function madeRecordOf({ resource }: Endpoint, reply: FastifyReply, payload: unknown): string | null {
  if (reply.statusCode >= 300 || typeof payload !== 'string' || payload.length > MAX_ANSWER_LENGTH)
    return null
  if (!String(reply.getHeader('content-type')).startsWith('application/json')) return null
  const id = (JSON.parse(payload) as { id?: unknown } | null)?.id
  return typeof id === 'number' ? `${resource}:${id}` : null
}

function detailOf(request: FastifyRequest): string | null {
  const { type, ext } = { ...(request.query as object), ...(request.params as object) } as Record<
    string,
    unknown
  >
  const part = [type, ext].find(isPlain)
  return part === undefined ? null : String(part)
}

/**
 * A file is read in many ranges and checked with HEAD: it counts once, when its first byte is sent. A rejection always
 * counts.
 */
function isFurtherPart(request: FastifyRequest, reply: FastifyReply): boolean {
  if (reply.statusCode >= 400) return false
  if (request.method === 'HEAD' || reply.statusCode === 304) return true
  const range = reply.getHeader('content-range')
  return reply.statusCode === 206 && typeof range === 'string' && !range.startsWith('bytes 0-')
}

const hasId = (value: unknown): value is { id: number } =>
  typeof (value as { id?: unknown } | null)?.id === 'number'

/** What a verb's transaction created: one record, or several of a kind. A processed raster is an asset. */
function madeBy({ resource }: Endpoint, made: unknown): string | null {
  const all: unknown[] = Array.isArray(made) ? made : [made]
  if (all.length === 0 || !all.every(hasId)) return null
  return recordsOf(resource === 'processed' ? 'assets' : resource, all)
}

const eventOf = (
  request: FastifyRequest,
  endpoint: Endpoint,
  result: AuditResult,
  made: () => string | null,
): AuditEvent => {
  const actor = callers.get(request)
  return {
    action: auditWordOf(endpoint) ?? endpoint.name,
    result,
    userId: actor?.id ?? null,
    userName: actor?.name ?? null,
    record: recordOf(endpoint, request) ?? made(),
    detail: detailOf(request),
    ...notes.get(request),
    address: request.ip,
    requestId: request.id,
  }
}

/**
 * The services for the verb of a call that writes: its transaction includes the audit entry, so that no acknowledged
 * write lacks one. Reads, and calls that only prepare a download, are recorded when they are answered.
 */
export function withEntry(request: FastifyRequest, endpoint: Endpoint, services: Services): Services {
  const writes = endpoint.method !== 'GET' && endpoint.answer !== 'file' && endpoint.access !== 'public'
  if (!writes || auditWordOf(endpoint) === undefined) return services
  const entry = joinEntry(services.db, (made) =>
    eventOf(request, endpoint, 'ok', () => madeBy(endpoint, made)),
  )
  entries.set(request, entry)
  return { ...services, db: entry.db }
}

/**
 * Records each call that has an audit word (`auditWordOf`) with its result, and each call denied to a known person,
 * before its answer is sent, unless the entry was part of the call's transaction (`withEntry`). If the entry cannot be
 * written here, the call is not undone; the log reports it.
 */
export function addAudit(app: FastifyInstance, services: Services): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint) return
    const actor = callers.get(request)
    const denied = reply.statusCode === 403 && actor !== undefined
    const word = auditWordOf(endpoint)
    const asked = word !== undefined && (actor !== undefined || endpoint.access === 'public')
    if (!asked && !denied) return
    if (isFurtherPart(request, reply)) return
    if (reply.statusCode < 400 && entries.get(request)?.isWritten()) return
    const event = eventOf(request, endpoint, resultOf(reply.statusCode), () =>
      madeRecordOf(endpoint, reply, payload),
    )
    const written = record(services.db, event).catch((err: unknown) =>
      request.log.error({ err, action: event.action, result: event.result }, 'an audit entry was lost'),
    )
    // The call may have failed because of the database: its answer does not wait for the database again.
    if (reply.statusCode < 500) await written
  })
}
