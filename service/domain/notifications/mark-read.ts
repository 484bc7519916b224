import { and, eq, inArray, isNull, lte, sql } from '#drizzle'
import type { Body } from '#contract/endpoint.ts'
import type { readNotifications } from '#contract/notifications.ts'
import type { Database } from '../../db/client.ts'
import { notifications } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'

/** Ids of other people's notifications are ignored, like those that were deleted. */
export async function markRead(
  db: Database,
  userId: number,
  { ids, up_to }: Body<typeof readNotifications>,
): Promise<{ msg: string }> {
  const rows = await transactionWithAudit(db, (tx) =>
    tx
      .update(notifications)
      .set({ read_at: sql`now()` })
      .where(
        and(
          eq(notifications.user_id, userId),
          isNull(notifications.read_at),
          ids && inArray(notifications.id, ids),
          up_to === undefined ? undefined : lte(notifications.id, up_to),
        ),
      )
      .returning({ id: notifications.id }),
  )
  return { msg: rows.length === 1 ? '1 notification is read.' : `${rows.length} notifications are read.` }
}
