import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

// What is kept about jobs beside the jobs: marks, zips, trackers. Mirrors migrations 0040 to 0049.

const id = () => integer('id').primaryKey().generatedAlwaysAsIdentity()
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** How a submission that was run again came from its parent; `row` as in findings, the header is row 1. */
export interface SubmissionChanges {
  layers: { row: number; parent_row: number; parent_job_id: number }[]
  cells: { row: number; column: string; before: string; after: string }[]
}

export const final_marks = pgTable('final_marks', {
  id: id(),
  job_id: integer('job_id').notNull(),
  iso3_code: text('iso3_code').notNull(),
  target: text('target').notNull(),
  source: text('source').notNull(),
  source_wave: text('source_wave').notNull(),
  round: text('round').notNull(),
  final: boolean('final').notNull(),
  superseded_by: integer('superseded_by'),
  reason: text('reason'),
  marked_by: integer('marked_by'),
  marked_at: moment('marked_at').notNull().defaultNow(),
})
