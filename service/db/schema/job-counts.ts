import { bigint, boolean, date, integer, pgTable, text } from '#drizzle'

// Kept counts of jobs (domain/jobs/fast-list). Mirrors 0010-job-counts.sql; only those triggers write it.

export const job_counts = pgTable('job_counts', {
  cut: integer('cut').notNull(),
  iso3_code: text('iso3_code'),
  target: text('target'),
  source: text('source'),
  source_wave: text('source_wave'),
  round: text('round'),
  app_user_id: integer('app_user_id'),
  submitted_on: date('submitted_on', { mode: 'string' }),
  status: text('status'),
  final: boolean('final'),
  all_adm_pass: boolean('all_adm_pass'),
  is_overfit: boolean('is_overfit'),
  n: bigint('n', { mode: 'number' }).notNull(),
})

export const job_count_changes = pgTable('job_count_changes', {
  iso3_code: text('iso3_code').notNull(),
  target: text('target').notNull(),
  source: text('source').notNull(),
  source_wave: text('source_wave').notNull(),
  round: text('round').notNull(),
  app_user_id: integer('app_user_id').notNull(),
  submitted_on: date('submitted_on', { mode: 'string' }).notNull(),
  status: text('status').notNull(),
  final: boolean('final').notNull(),
  all_adm_pass: boolean('all_adm_pass'),
  is_overfit: boolean('is_overfit'),
  n: bigint('n', { mode: 'number' }).notNull(),
})
