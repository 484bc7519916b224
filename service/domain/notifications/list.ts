import { eq, isNull, isNotNull, sql } from '#drizzle'
import type { Answer, Query } from '#contract/endpoint.ts'
import type { listNotifications } from '#contract/notifications.ts'
import type { Executor } from '../../db/client.ts'
import { countAll, listPage } from '../../db/list-query.ts'
import { notifications, submissions } from '../../db/schema.ts'

type List = typeof listNotifications
type Row = Omit<Answer<List>['content'][number], 'created_at'> & { created_at: Date }

export function list(db: Executor, userId: number, query: Query<List>): Promise<Answer<List>> {
  return listPage({
    select: db
      .select({
        id: notifications.id,
        submission_id: notifications.submission_id,
        title: submissions.title,
        completed: notifications.completed,
        failed: notifications.failed,
        cancelled: notifications.cancelled,
        created_at: notifications.created_at,
        read: sql<boolean>`${notifications.read_at} is not null`,
      })
      .from(notifications)
      .innerJoin(submissions, eq(submissions.id, notifications.submission_id))
      .$dynamic(),
    count: db.select({ total: countAll }).from(notifications).$dynamic(),
    where: [
      eq(notifications.user_id, userId),
      query.read === undefined
        ? undefined
        : query.read
          ? isNotNull(notifications.read_at)
          : isNull(notifications.read_at),
    ],
    // Ids rise with the time, and the index has them.
    sortable: { created_at: notifications.id, id: notifications.id },
    id: notifications.id,
    query,
    present: (row: Row) => ({ ...row, created_at: row.created_at.toISOString() }),
  })
}
