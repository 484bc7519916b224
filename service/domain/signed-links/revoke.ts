import { sql } from '#drizzle'
import type { Database, Executor } from '../../db/client.ts'
import { signed_link_revocations } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import type { LinkKind } from '../link-tokens/link-kind.ts'

/** The kind under which every link that a person created is revoked. */
export const OF_PERSON = 'person'

/** Revokes every existing link to the record; links created later are valid. */
export async function revoke(
  db: Executor,
  target: { kind: LinkKind | typeof OF_PERSON; recordId: number | string },
  revokedBy: number | null,
): Promise<void> {
  const revoked_at = sql`clock_timestamp()`
  await db
    .insert(signed_link_revocations)
    .values({ kind: target.kind, record_id: String(target.recordId), revoked_at, revoked_by: revokedBy })
    .onConflictDoUpdate({
      target: [signed_link_revocations.kind, signed_link_revocations.record_id],
      set: { revoked_at, revoked_by: revokedBy },
    })
}

/** Revokes links as a separate call. */
export const withdraw = (
  db: Database,
  target: { kind: LinkKind; recordId: number },
  withdrawnBy: number,
): Promise<void> => transactionWithAudit(db, (tx) => revoke(tx, target, withdrawnBy))
