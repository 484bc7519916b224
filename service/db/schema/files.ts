import { bigint, boolean, integer, pgTable, primaryKey, text, uuid } from '#drizzle'
import { bytea, id, moment } from './columns.ts'

export const files = pgTable('files', {
  id: id(),
  key: text('key').notNull(),
  name: text('name').notNull(),
  media_type: text('media_type').notNull(),
  size: bigint('size', { mode: 'number' }).notNull(),
  sha256: text('sha256').notNull(),
  created_by: integer('created_by'),
  created_at: moment('created_at').notNull().defaultNow(),
})

export const loose_files = pgTable('loose_files', {
  key: text('key').primaryKey(),
  seen_at: moment('seen_at').notNull().defaultNow(),
})

export const uploads = pgTable('uploads', {
  id: uuid('id').primaryKey(),
  key: text('key').notNull(),
  name: text('name').notNull(),
  size: bigint('size', { mode: 'number' }).notNull(),
  handle: text('handle'),
  sha256: text('sha256'),
  complete: boolean('complete').notNull().default(false),
  created_by: integer('created_by'),
  created_at: moment('created_at').notNull().defaultNow(),
  expires_at: moment('expires_at').notNull(),
  writer: uuid('writer'),
  writer_until: moment('writer_until'),
})

export const signing_secrets = pgTable('signing_secrets', {
  generation: integer('generation').primaryKey(),
  secret: bytea('secret').notNull(),
  created_at: moment('created_at').notNull().defaultNow(),
})

export const signed_link_revocations = pgTable(
  'signed_link_revocations',
  {
    kind: text('kind').notNull(),
    record_id: text('record_id').notNull(),
    revoked_at: moment('revoked_at').notNull().defaultNow(),
    revoked_by: integer('revoked_by'),
  },
  (t) => [primaryKey({ columns: [t.kind, t.record_id] })],
)
