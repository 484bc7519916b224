import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AuditResult, auditWordOf } from '#contract/audit.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Actor, Services } from '../context.ts'
import { type AuditEvent, record } from '../domain/audit/record.ts'

type Note = Pick<AuditEvent, 'record' | 'detail'>

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

const callers = new WeakMap<FastifyRequest, Actor>()
const notes = new WeakMap<FastifyRequest, Note>()

/** The person behind a call, known before it is judged whether they may make it. */
export const rememberCaller = (request: FastifyRequest, actor: Actor): void =>
  void callers.set(request, actor)

/** For handlers: what the audit should say of this call beyond what its address tells. Never a secret. */
export const noteAudit = (request: FastifyRequest, note: Note): void =>
  void notes.set(request, { ...notes.get(request), ...note })

const resultOf = (status: number): AuditResult =>
  status < 400 ? 'ok' : status === 403 ? 'denied' : status < 500 ? 'refused' : 'failed'

const MAX_IDS = 50
/** Several records of one kind, in the words of the audit. */
export const recordsOf = (resource: string, records: readonly { id: number }[]): string =>
  `${resource}:${[...new Set(records.map(({ id }) => id))].slice(0, MAX_IDS).join(',')}`

const isPlain = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '')

/** Path and body name records by these members only: others could hold a token or an email address. */
function recordOf({ resource }: Endpoint, request: FastifyRequest): string | null {
  const params = (request.params ?? {}) as Record<string, unknown>
  const body = (request.body ?? {}) as Record<string, unknown>
  const many = [body.job_ids, body.ids].find(Array.isArray) as unknown[] | undefined
  const one = [params.id, params.job_key, body.job_id, body.id].find(isPlain)
  const ids = many ? many.filter(isPlain).slice(0, MAX_IDS) : one === undefined ? [] : [one]
  return ids.length > 0 ? `${resource}:${ids.join(',')}` : null
}

const MAX_ANSWER_LENGTH = 100_000

/** What was made by the call has its number in the answer only. */
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

/** A file is read in many ranges and looked at by HEAD: it counts once, when its first byte goes out. A refusal always counts. */
function isFurtherPart(request: FastifyRequest, reply: FastifyReply): boolean {
  if (reply.statusCode >= 400) return false
  if (request.method === 'HEAD' || reply.statusCode === 304) return true
  const range = reply.getHeader('content-range')
  return reply.statusCode === 206 && typeof range === 'string' && !range.startsWith('bytes 0-')
}

/**
 * Records each call that has a word for it (`auditWordOf`), with its result, and each call that a known person was
 * denied, before its answer goes out. When the entry cannot be written the call is not undone: the log says so.
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
    const event: AuditEvent = {
      action: word ?? endpoint.name,
      result: resultOf(reply.statusCode),
      userId: actor?.id ?? null,
      userName: actor?.name ?? null,
      record: recordOf(endpoint, request) ?? madeRecordOf(endpoint, reply, payload),
      detail: detailOf(request),
      ...notes.get(request),
      address: request.ip,
      requestId: request.id,
    }
    const written = record(services.db, event).catch((err: unknown) =>
      request.log.error({ err, action: event.action, result: event.result }, 'an audit entry was lost'),
    )
    // What failed may have failed with the database: its answer does not wait for that a second time.
    if (reply.statusCode < 500) await written
  })
}
