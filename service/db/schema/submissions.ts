import { integer, jsonb, pgTable, primaryKey, text } from '#drizzle'
import { id, moment } from './columns.ts'

/** How a repeated submission derives from its parent; `row` as in findings, the header is row 1. */
export interface SubmissionChanges {
  layers: { row: number; parent_row: number; parent_job_id: number }[]
  cells: { row: number; column: string; before: string; after: string }[]
}

export const submissions = pgTable('submissions', {
  id: id(),
  title: text('title').notNull(),
  app_user_id: integer('app_user_id').notNull(),
  project_id: integer('project_id'),
  parent_id: integer('parent_id'),
  config_file_id: integer('config_file_id').notNull(),
  datetime_submitted: moment('datetime_submitted').notNull().defaultNow(),
  owner_id: integer('owner_id'),
  changes: jsonb('changes').$type<SubmissionChanges>(),
})

export const idempotency_keys = pgTable(
  'idempotency_keys',
  {
    user_id: integer('user_id').notNull(),
    key: text('key').notNull(),
    body_sha256: text('body_sha256').notNull(),
    submission_id: integer('submission_id'),
    created_at: moment('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.key] })],
)
