import { bigint, boolean, doublePrecision, integer, jsonb, pgTable, primaryKey, text, uuid } from '#drizzle'
import type { AdmUnit } from '#contract/jobs/adm-unit.ts'
import type { AggregateRequest, AggregateStatus } from '#contract/jobs/aggregates.ts'
import type { BriefKind, BriefLanguage, BriefStatus } from '#contract/jobs/briefs.ts'
import { id, moment } from './columns.ts'

// Records about jobs besides the jobs themselves: marks, zips, trackers. Mirrors the migrations.

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

export const briefs = pgTable('briefs', {
  id: id(),
  job_id: integer('job_id').notNull(),
  kind: text('kind').$type<BriefKind>().notNull(),
  language: text('language').$type<BriefLanguage>().notNull(),
  level: integer('level').$type<1 | 2>(),
  status: text('status').$type<BriefStatus>().notNull().default('received'),
  fraction: doublePrecision('fraction'),
  reason: text('reason'),
  file_id: integer('file_id'),
  created_by: integer('created_by').notNull(),
  created_at: moment('created_at').notNull().defaultNow(),
})

/** Figures of other units, and how they are labelled where they are raked, by unit. */
export interface AggregateResult {
  units: AdmUnit[]
  threshold: number | null
  raked: { raked: boolean; raked_to: number | null }[] | null
}

export const aggregates = pgTable('aggregates', {
  id: id(),
  job_id: integer('job_id').notNull(),
  request: jsonb('request').$type<AggregateRequest>().notNull(),
  status: text('status').$type<AggregateStatus>().notNull().default('received'),
  fraction: doublePrecision('fraction'),
  reason: text('reason'),
  result: jsonb('result').$type<AggregateResult>(),
  created_by: integer('created_by').notNull(),
  created_at: moment('created_at').notNull().defaultNow(),
})

/** A file of a zip, under its name there. */
export interface ZipFile {
  path: string
  file_id: number
  key: string
  size: number
  sha256: string
}

export const zips = pgTable('zips', {
  id: id(),
  user_id: integer('user_id').notNull(),
  name: text('name').notNull(),
  entries: jsonb('entries').$type<ZipFile[]>().notNull(),
  size: bigint('size', { mode: 'number' }).notNull(),
  created_at: moment('created_at').notNull().defaultNow(),
  expires_at: moment('expires_at').notNull(),
})

export const file_crcs = pgTable('file_crcs', {
  file_id: integer('file_id').primaryKey(),
  crc32: bigint('crc32', { mode: 'number' }).notNull(),
})

export const zip_streams = pgTable('zip_streams', {
  id: id(),
  user_id: integer('user_id').notNull(),
  beat_at: moment('beat_at').notNull().defaultNow(),
})

export type TrackerCells = Record<string, string | number>

export const tracker_workbooks = pgTable('tracker_workbooks', {
  id: id(),
  sheet_id: text('sheet_id').notNull(),
  title: text('title').notNull(),
  created_by: integer('created_by'),
  created_at: moment('created_at').notNull().defaultNow(),
  changed_at: moment('changed_at').notNull().defaultNow(),
})

export const tracker_sheets = pgTable('tracker_sheets', {
  id: id(),
  workbook_id: integer('workbook_id').notNull(),
  name: text('name').notNull(),
})

export const tracker_rows = pgTable(
  'tracker_rows',
  {
    sheet_id: integer('sheet_id').notNull(),
    job_id: integer('job_id').notNull(),
    position: integer('position').notNull(),
    cells: jsonb('cells').$type<TrackerCells>().notNull(),
    changed_by: integer('changed_by'),
    changed_at: moment('changed_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.sheet_id, t.job_id] })],
)

export const tracker_leases = pgTable('tracker_leases', {
  spreadsheet_id: text('spreadsheet_id').primaryKey(),
  owner: uuid('owner').notNull(),
  expires_at: moment('expires_at').notNull(),
})

export const removed_inputs = pgTable(
  'removed_inputs',
  {
    kind: text('kind').notNull(),
    id: integer('id').notNull(),
    name: text('name').notNull(),
    removed_at: moment('removed_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.id] })],
)
