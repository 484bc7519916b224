import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text } from '#drizzle'
import { bytea, id, moment } from './columns.ts'

// People, how they log in, and the record of what they did.

export const users = pgTable('users', {
  id: id(),
  email: text('email').notNull(),
  first_name: text('first_name').notNull(),
  last_name: text('last_name').notNull(),
  password_hash: text('password_hash').notNull(),
  email_confirmed_at: moment('email_confirmed_at'),
  admitted_at: moment('admitted_at'),
  disabled_at: moment('disabled_at'),
  created_at: moment('created_at').notNull().defaultNow(),
  registered_again: boolean('registered_again').notNull().default(false),
})

export const user_roles = pgTable(
  'user_roles',
  { user_id: integer('user_id').notNull(), role: text('role').notNull() },
  (t) => [primaryKey({ columns: [t.user_id, t.role] })],
)

export const sessions = pgTable('sessions', {
  token_hash: bytea('token_hash').primaryKey(),
  user_id: integer('user_id').notNull(),
  created_at: moment('created_at').notNull().defaultNow(),
  last_used_at: moment('last_used_at').notNull().defaultNow(),
  expires_at: moment('expires_at').notNull(),
  user_agent: text('user_agent'),
  address: text('address'),
  id: integer('id').notNull().generatedAlwaysAsIdentity(),
})

export const login_failures = pgTable('login_failures', {
  subject: text('subject').notNull(),
  at: moment('at').notNull().defaultNow(),
})

export const registrations = pgTable('registrations', {
  id: id(),
  user_id: integer('user_id').notNull(),
  first_name: text('first_name').notNull(),
  last_name: text('last_name').notNull(),
  password_hash: text('password_hash').notNull(),
  created_at: moment('created_at').notNull().defaultNow(),
})

export const account_tokens = pgTable('account_tokens', {
  token_hash: bytea('token_hash').primaryKey(),
  user_id: integer('user_id').notNull(),
  purpose: text('purpose').$type<'confirm-email' | 'recover-password'>().notNull(),
  expires_at: moment('expires_at').notNull(),
  registration_id: integer('registration_id'),
})

export const access_tokens = pgTable('access_tokens', {
  id: id(),
  token_hash: bytea('token_hash').notNull(),
  user_id: integer('user_id').notNull(),
  name: text('name').notNull(),
  scopes: text('scopes').array().$type<('read' | 'run' | 'write')[]>().notNull(),
  hint: text('hint').notNull(),
  created_at: moment('created_at').notNull().defaultNow(),
  expires_at: moment('expires_at').notNull(),
  last_used_at: moment('last_used_at'),
  last_used_address: text('last_used_address'),
})

export const mail_outbox = pgTable('mail_outbox', {
  id: id(),
  kind: text('kind').notNull(),
  recipient: text('recipient').notNull(),
  data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
  created_at: moment('created_at').notNull().defaultNow(),
  attempts: integer('attempts').notNull().default(0),
  next_try_at: moment('next_try_at').notNull().defaultNow(),
  failed_at: moment('failed_at'),
  reason: text('reason'),
})

export const audit_log = pgTable('audit_log', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: moment('at').notNull().defaultNow(),
  user_id: integer('user_id'),
  user_name: text('user_name'),
  action: text('action').notNull(),
  record: text('record'),
  result: text('result').$type<'ok' | 'denied' | 'rejected' | 'failed'>().notNull(),
  detail: text('detail'),
  address: text('address'),
  request_id: text('request_id'),
})
