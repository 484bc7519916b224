import { type SQL, eq, gte, inArray, like, lte, or, sql } from '#drizzle'
import type { listAudit } from '#contract/audit.ts'
import type { Answer, Query } from '#contract/endpoint.ts'
import type { Database, Executor } from '../../db/client.ts'
import { inPeriod, untilDay } from '../../db/day-range.ts'
import { type Paging, countAll, listPage } from '../../db/list-query.ts'
import { audit_log } from '../../db/schema.ts'
import { nameRecords } from './name-records.ts'

const isDay = (moment: string) => moment.length === 10

/** Until the end of a day, or until and including a moment. */
const until = (moment: string): SQL =>
  isDay(moment) ? untilDay(audit_log.at, moment) : lte(audit_log.at, new Date(moment))

const ofRecord = (name: string) =>
  name.includes(':')
    ? eq(audit_log.record, name)
    : or(eq(audit_log.record, name), like(audit_log.record, `${name.replace(/[\\%_]/g, '\\$&')}:%`))

type Filters = Omit<Query<typeof listAudit>, keyof Paging>

export const filterEntries = (query: Filters): (SQL | undefined)[] => [
  query.who && inArray(audit_log.user_id, query.who),
  query.what && inArray(audit_log.action, query.what),
  query.result && inArray(audit_log.result, query.result),
  query.record === undefined ? undefined : ofRecord(query.record),
  query.from === undefined ? undefined : gte(audit_log.at, new Date(query.from)),
  query.to === undefined ? undefined : until(query.to),
  ...inPeriod(audit_log.at, query.when),
]

export async function listEntries(
  db: Executor,
  query: Query<typeof listAudit>,
): Promise<Answer<typeof listAudit>> {
  const { content, totalElements } = await listPage({
    select: db.select().from(audit_log).$dynamic(),
    count: db.select({ total: countAll }).from(audit_log).$dynamic(),
    where: filterEntries(query),
    sortable: { at: audit_log.at, id: audit_log.id },
    id: audit_log.id,
    query,
    present: (row: typeof audit_log.$inferSelect) => ({ ...row, at: row.at.toISOString() }),
  })
  return { content: await nameRecords(db, content), totalElements }
}

/** The actions that occur, found by a loose index scan instead of reading every entry. */
export async function listActions(db: Database): Promise<{ content: string[]; totalElements: number }> {
  const { rows } = await db.execute<{ action: string }>(sql`
    with recursive words as (
      (select action from audit_log order by action limit 1)
      union all
      select (select a.action from audit_log a where a.action > words.action order by a.action limit 1)
      from words where words.action is not null
    ) select action from words where action is not null`)
  const content = rows.map(({ action }) => action)
  return { content, totalElements: content.length }
}
