import { eq } from '#drizzle'
import type { NotificationPreferences } from '#contract/notifications.ts'
import type { Database } from '../../db/client.ts'
import { notification_preferences as table } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'

const DEFAULTS: NotificationPreferences = {
  in_workspace: true,
  by_email: false,
  failures_only: false,
}

export async function getPreferences(db: Database, userId: number): Promise<NotificationPreferences> {
  const [row] = await db.select().from(table).where(eq(table.user_id, userId))
  if (!row) return DEFAULTS
  const { user_id: _, ...preferences } = row
  return preferences
}

export async function setPreferences(
  db: Database,
  userId: number,
  preferences: NotificationPreferences,
): Promise<NotificationPreferences> {
  await transactionWithAudit(db, (tx) =>
    tx
      .insert(table)
      .values({ user_id: userId, ...preferences })
      .onConflictDoUpdate({ target: table.user_id, set: preferences }),
  )
  return preferences
}
