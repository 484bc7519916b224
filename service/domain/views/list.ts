import { and, eq, sql } from '#drizzle'
import type { Answer } from '#contract/endpoint.ts'
import type { listViews } from '#contract/lists/saved-views.ts'
import type { Actor } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { byText } from '../../db/list-query.ts'
import { prepared } from '../../db/prepared.ts'
import { default_views, saved_views } from '../../db/schema.ts'
import { isVisible, presentView, requireList, selectViews } from './internal.ts'

export async function list(db: Executor, actor: Actor, name: string): Promise<Answer<typeof listViews>> {
  requireList(actor, name)
  const rows = await selectViews(db, actor)
    .where(and(eq(saved_views.list, name), isVisible(actor)))
    .orderBy(byText(saved_views.name), saved_views.id)
  return { content: rows.map((row) => presentView(actor, row)), totalElements: rows.length }
}

/** Each page reads them. */
const selectDefaults = prepared((db: Executor) =>
  db
    .select({ list: default_views.list })
    .from(default_views)
    .where(eq(default_views.user_id, sql.placeholder('person')))
    .orderBy(default_views.list)
    .prepare('default-views'),
)

/** The lists that open with a view for this person. */
export async function listDefaults(db: Executor, actor: Actor): Promise<string[]> {
  const rows = await selectDefaults(db).execute({ person: actor.id })
  return rows.map((row) => row.list)
}
