import { z } from 'zod'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AuditResult } from '#contract/audit.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Actor, Services } from '../context.ts'
import { type JoinedEntry, joinEntry } from '../domain/audit/joined-entry.ts'
import { type AuditEvent, record } from '../domain/audit/record.ts'
import { whyNotStored } from '../domain/audit/why-rejected.ts'
import { reasonOf } from './problem.ts'
import { prefersAsync } from './route.ts'

type Note = Partial<Pick<AuditEvent, 'record' | 'detail' | 'result'>>

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

const callers = new WeakMap<FastifyRequest, Actor>()
const notes = new WeakMap<FastifyRequest, Note>()
const entries = new WeakMap<FastifyRequest, JoinedEntry>()
const dryRuns = new WeakSet<FastifyRequest>()

/** The person behind a call, known before it is decided whether they may make it. */
export const rememberCaller = (request: FastifyRequest, actor: Actor): void =>
  void callers.set(request, actor)

/** For handlers: what the audit records of this call beyond what its endpoint states. Never a secret. */
export const noteAudit = (request: FastifyRequest, note: Note): void =>
  void notes.set(request, { ...notes.get(request), ...note })

/** A call that stored nothing because of its findings is answered with 200, but recorded as rejected. */
export function noteIfNotStored(request: FastifyRequest, { stored }: Endpoint, result: unknown): void {
  if (stored === undefined || (result as Record<string, unknown>)[stored] !== false) return
  const { findings } = result as { findings?: Parameters<typeof whyNotStored>[0] }
  noteAudit(request, { result: 'rejected', detail: whyNotStored(findings) })
}

const resultOf = (status: number): AuditResult =>
  status < 400 ? 'ok' : status === 403 ? 'denied' : status < 500 ? 'rejected' : 'failed'

const MAX_IDS = 50

const isPlain = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '')

const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : value

/** An id that holds nothing else, even in a call whose input was not valid. */
const isId = (value: string | number) =>
  /^(\d{1,15}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i.test(String(value))

/** The records that the call names, by the fields that its endpoint states: others could hold a token or an email address. */
function namedRecord(
  { record: stated }: Endpoint,
  request: FastifyRequest,
  result: AuditResult,
): string | null {
  const sent = { ...(request.body as object), ...(request.params as object) } as Record<string, unknown>
  for (const field of [stated ?? []].flat()) {
    const ids = [sent[field]]
      .flat()
      .map(idOf)
      .filter(isPlain)
      .filter((id) => result === 'ok' || isId(id))
    if (ids.length > 0) return [...new Set(ids)].slice(0, MAX_IDS).join(',')
  }
  return null
}

const hasId = (value: unknown): value is { id: number } =>
  typeof (value as { id?: unknown } | null)?.id === 'number'

/** The record that the call created: its id is only in what the verb's transaction returned, or in the answer. */
function resultingRecord({ record: stated }: Endpoint, result: unknown): string | null {
  const all: unknown[] = Array.isArray(result) ? result : [result]
  if (stated !== 'result' || all.length === 0 || !all.every(hasId)) return null
  return [...new Set(all.map(({ id }) => id))].slice(0, MAX_IDS).join(',')
}

/** What a caller gets who does not wait may be of another kind: an asset before there is a product. */
const kindOf = ({ resource, recordKind = resource, acceptedKind }: Endpoint, request: FastifyRequest) =>
  acceptedKind !== undefined && prefersAsync(request) ? acceptedKind : recordKind

const MAX_ANSWER_LENGTH = 100_000

function parseAnswer(reply: FastifyReply, payload: unknown): unknown {
  if (reply.statusCode >= 300 || typeof payload !== 'string' || payload.length > MAX_ANSWER_LENGTH)
    return null
  return String(reply.getHeader('content-type')).startsWith('application/json') ? JSON.parse(payload) : null
}

/** The stated field, if the contract accepts its value: a call may be rejected before its input is validated. */
function detailOf({ detail, query, params }: Endpoint, request: FastifyRequest): string | null {
  if (detail === undefined) return null
  const sent = { ...(request.query as object), ...(request.params as object) } as Record<string, unknown>
  const value = sent[detail]
  const schema = params?.shape[detail] ?? query?.shape[detail]
  return isPlain(value) && z.safeParse(schema!, value).success ? String(value) : null
}

/** What a call that was not carried out keeps: which part of the record it named, and why. A handler's note is not true. */
const detailOfFailure = (endpoint: Endpoint, request: FastifyRequest) =>
  [detailOf(endpoint, request), reasonOf(request)].filter((part) => part !== null).join(': ') || null

/**
 * A file is read in many ranges and probed by HEAD: it counts once, when its first byte is sent. One that arrives in
 * pieces counts with the last, after which it does not expire as unfinished. A rejection always counts.
 */
function isFurtherPart(request: FastifyRequest, reply: FastifyReply): boolean {
  if (reply.statusCode >= 400) return false
  if (request.method === 'PATCH') return reply.hasHeader('upload-expires')
  if (request.method === 'HEAD' || reply.statusCode === 304) return true
  const range = reply.getHeader('content-range')
  return reply.statusCode === 206 && typeof range === 'string' && !range.startsWith('bytes 0-')
}

const eventOf = (
  request: FastifyRequest,
  endpoint: Endpoint,
  result: AuditResult,
  valueOf: () => unknown,
): AuditEvent => {
  const actor = callers.get(request)
  const ids = namedRecord(endpoint, request, result) ?? resultingRecord(endpoint, valueOf())
  return {
    action: endpoint.audit ?? endpoint.name,
    result,
    userId: actor?.id ?? null,
    userName: actor?.name ?? null,
    record: ids === null ? null : `${kindOf(endpoint, request)}:${ids}`,
    detail: detailOf(endpoint, request),
    ...notes.get(request),
    address: request.ip,
    requestId: request.id,
  }
}

/**
 * The services for the verb of a call that writes: its transaction also writes the audit entry, so that no acknowledged
 * write lacks one. Calls that read, or only prepare a download, are recorded when they are answered. A dry run writes
 * nothing.
 */
export function withEntry(
  { request, body }: { request: FastifyRequest; body: unknown },
  endpoint: Endpoint,
  services: Services,
): Services {
  if ((body as { dry_run?: boolean } | undefined)?.dry_run) {
    dryRuns.add(request)
    return services
  }
  const writes = endpoint.method !== 'GET' && endpoint.answer !== 'file' && endpoint.access !== 'public'
  if (!writes || endpoint.audit === null) return services
  const entry = joinEntry(services.db, (made) => eventOf(request, endpoint, 'ok', () => made))
  entries.set(request, entry)
  return { ...services, db: entry.db }
}

/**
 * Records each call whose endpoint names an action, with its result, and each call that a known person was denied, before
 * its answer is sent, unless the entry was committed with what the call wrote (`withEntry`) or a dry run succeeded. If the
 * entry cannot be written here, the call is not undone; the log reports it.
 */
export function addAudit(app: FastifyInstance, services: Services): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint) return
    const actor = callers.get(request)
    const denied = reply.statusCode === 403 && actor !== undefined
    const asked = endpoint.audit !== null && (actor !== undefined || endpoint.access === 'public')
    if (!asked && !denied) return
    if (isFurtherPart(request, reply)) return
    if (reply.statusCode < 400 && (dryRuns.has(request) || entries.get(request)?.isWritten())) return
    const made = eventOf(request, endpoint, resultOf(reply.statusCode), () => parseAnswer(reply, payload))
    const event = reply.statusCode < 400 ? made : { ...made, detail: detailOfFailure(endpoint, request) }
    const written = record(services.db, event).catch((err: unknown) =>
      request.log.error({ err, action: event.action, result: event.result }, 'an audit entry was lost'),
    )
    // The call may have failed because of the database: its answer does not wait for the database again.
    if (reply.statusCode < 500) await written
  })
}
