import { z } from 'zod'
import { ADMINS, LIST_TIMEOUT_MS, defineEndpoint } from './endpoint.ts'
import { date, dateTime, id, listOf, listQuery, many, period, text } from './shapes.ts'

/** ok: done; denied: the person may not; rejected: the call was invalid; failed: internal error. */
export const AUDIT_RESULTS = ['ok', 'denied', 'rejected', 'failed'] as const
const auditResult = z.enum(AUDIT_RESULTS)
export type AuditResult = z.output<typeof auditResult>

const auditEntry = z.object({
  id: z.number().int(),
  at: z.string(),
  /** Null: nobody was logged in. */
  user_id: z.number().int().nullable(),
  /** The value at that time. */
  user_name: z.string().nullable(),
  /** The action in one word: login, roles, download … */
  action: z.string(),
  /** The record affected: `jobs:42`. */
  record: z.string().nullable(),
  /** The current names of these records, in the same order; null for one that no longer exists, or never did. */
  record_names: z.array(z.string().nullable()).nullable(),
  /** The name of the first record's run; only of jobs. */
  run_name: z.string().optional(),
  result: auditResult,
  /** What was done, or why it was denied or rejected. */
  detail: z.string().nullable(),
  address: z.string().nullable(),
  request_id: z.string().nullable(),
})
export type AuditEntry = z.output<typeof auditEntry>

const moment = dateTime.or(date)

export const listAudit = defineEndpoint({
  name: 'listAudit',
  resource: 'audit',
  summary: 'List audit entries',
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
      /** Resolved whenever the list is read. */
      when: period.optional(),
    },
  ),
  answer: listOf(auditEntry),
  timeoutMs: LIST_TIMEOUT_MS,
})

export const listAuditActions = defineEndpoint({
  name: 'listAuditActions',
  resource: 'audit',
  summary: 'List the names of recorded actions, for filters',
  method: 'GET',
  path: '/audit/actions',
  access: ADMINS,
  answer: listOf(z.string()),
})
