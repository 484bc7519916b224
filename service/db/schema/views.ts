import { boolean, integer, jsonb, pgTable, primaryKey, text } from '#drizzle'
import type { ViewQuery } from '#contract/lists/saved-views.ts'
import { id, moment } from './columns.ts'

export const saved_views = pgTable('saved_views', {
  id: id(),
  owner_id: integer('owner_id').notNull(),
  list: text('list').notNull(),
  name: text('name').notNull(),
  query: jsonb('query').$type<ViewQuery>().notNull(),
  shared: boolean('shared').notNull().default(false),
  created_at: moment('created_at').notNull().defaultNow(),
  updated_at: moment('updated_at').notNull().defaultNow(),
})

export const default_views = pgTable(
  'default_views',
  {
    user_id: integer('user_id').notNull(),
    list: text('list').notNull(),
    view_id: integer('view_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.list] })],
)
