import { z } from 'zod'
import { ADMINS, type Endpoint, LIST_TIMEOUT_MS, defineEndpoint } from './endpoint.ts'
import { date, dateTime, id, listOf, listQuery, many, text } from './shapes.ts'

/** ok: done; denied: the person may not; refused: the call was invalid; failed: internal error. */
export const AUDIT_RESULTS = ['ok', 'denied', 'refused', 'failed'] as const
export const auditResult = z.enum(AUDIT_RESULTS)
export type AuditResult = z.output<typeof auditResult>

/** A call that only checks its input. */
const LOOKS = /^(validate|preview|judge)[A-Z]/
const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/**
 * The word under which a call is recorded: its own, else 'download' for files and its name for everything that changes
 * something. Undefined: only denials are recorded.
 */
export function auditWordOf(endpoint: Endpoint): string | undefined {
  const { access, answer, audit, method, name, path } = endpoint
  if (audit !== undefined) return audit
  if (answer === 'file') return path.includes('/tiles/') ? undefined : 'download'
  // Sign-in and account calls are recorded by their verbs: only those know whom they concern.
  return method === 'GET' || access === 'public' || LOOKS.test(name) ? undefined : kebab(name)
}

export const auditEntry = z.object({
  id: z.number().int(),
  at: z.string(),
  /** Null: nobody was signed in. */
  user_id: z.number().int().nullable(),
  /** The value at that time. */
  user_name: z.string().nullable(),
  /** The action in one word: login, roles, download … */
  action: z.string(),
  /** The record affected: `jobs:42`. */
  record: z.string().nullable(),
  result: auditResult,
  detail: z.string().nullable(),
  address: z.string().nullable(),
  request_id: z.string().nullable(),
})
export type AuditEntry = z.output<typeof auditEntry>

const moment = dateTime.or(date)

export const listAudit = defineEndpoint({
  name: 'listAudit',
  resource: 'audit',
  summary: 'Who did what to which record, when, from where, with what result',
  method: 'GET',
  path: '/audit',
  access: ADMINS,
  query: listQuery(
    ['at', 'id'],
    { sortBy: 'at', sortOrder: 'desc', limit: 50 },
    {
      who: many(id),
      what: many(text),
      /** A record (`jobs:42`) or all of a kind (`jobs`). */
      record: text.optional(),
      result: many(auditResult),
      /** A moment (ISO 8601 with its offset) or a day (UTC); both ends are included. */
      from: moment.optional(),
      to: moment.optional(),
    },
  ),
  answer: listOf(auditEntry),
  timeoutMs: LIST_TIMEOUT_MS,
})

export const listAuditActions = defineEndpoint({
  name: 'listAuditActions',
  resource: 'audit',
  summary: 'The names of recorded actions, for filters',
  method: 'GET',
  path: '/audit/actions',
  access: ADMINS,
  answer: listOf(z.string()),
})
