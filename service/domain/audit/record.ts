import { sql } from '#drizzle'
import type { AuditResult } from '#contract/audit.ts'
import type { Executor } from '../../db/client.ts'
import { personName } from '../../db/person-name.ts'
import { users } from '../../db/schema.ts'

/** What happened. Never a password, a token, or an address that was only typed. */
export interface AuditEvent {
  /** One word: login, roles, download … */
  action: string
  result: AuditResult
  userId?: number | null
  /** Saves a query. */
  userName?: string | null
  /** `jobs:42`; several of a kind as `jobs:42,43`. */
  record?: string | null
  detail?: string | null
  address?: string | null
  requestId?: string | null
}

/** Control characters, line breaks and characters that change the reading direction are written as their code. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu

export const escapeControls = (text: string, max = 500): string =>
  text
    .replace(HIDDEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .slice(0, max)

const tidy = (text: string | null | undefined) => (text ? escapeControls(text) : null)

/**
 * Writes one entry, with the person's current name; within a transaction it is rolled back together with the action.
 */
export async function record(db: Pick<Executor, 'execute'>, event: AuditEvent): Promise<void> {
  const userId = event.userId ?? null
  const name = event.userName === undefined && userId !== null ? await nameOf(db, userId) : event.userName
  await db.execute(sql`
    insert into audit_log (user_id, user_name, action, record, result, detail, address, request_id)
    values (${userId}, ${tidy(name)}, ${tidy(event.action)}, ${tidy(event.record)}, ${event.result},
            ${tidy(event.detail)}, ${tidy(event.address)}, ${tidy(event.requestId)})`)
}

async function nameOf(db: Pick<Executor, 'execute'>, userId: number): Promise<string | null> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select ${personName} as name from ${users} where ${users.id} = ${userId}`,
  )
  return rows[0]?.name ?? null
}
