import { boolean, integer, pgTable } from '#drizzle'
import { id, moment } from './columns.ts'

export const notifications = pgTable('notifications', {
  id: id(),
  user_id: integer('user_id').notNull(),
  submission_id: integer('submission_id').notNull(),
  completed: integer('completed').notNull(),
  failed: integer('failed').notNull(),
  cancelled: integer('cancelled').notNull(),
  created_at: moment('created_at').notNull().defaultNow(),
  read_at: moment('read_at'),
})

export const notification_preferences = pgTable('notification_preferences', {
  user_id: integer('user_id').primaryKey(),
  in_workspace: boolean('in_workspace').notNull().default(true),
  by_email: boolean('by_email').notNull().default(false),
  failures_only: boolean('failures_only').notNull().default(false),
})
