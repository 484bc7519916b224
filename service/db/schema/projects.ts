import { date, integer, pgTable, primaryKey, text } from '#drizzle'
import { id, moment } from './columns.ts'

export const clients = pgTable('clients', { id: id(), name: text('name').notNull() })

export const projects = pgTable('projects', {
  id: id(),
  name: text('name').notNull(),
  client_id: integer('client_id'),
  description: text('description').notNull().default(''),
  funding: text('funding').notNull().default(''),
  data_selection: text('data_selection').notNull().default(''),
  data_sharing: text('data_sharing').notNull().default(''),
  status: text('status')
    .$type<'planned' | 'active' | 'paused' | 'completed' | 'cancelled'>()
    .notNull()
    .default('active'),
  start_date: date('start_date', { mode: 'string' }),
  end_date: date('end_date', { mode: 'string' }),
  created_at: moment('created_at').notNull().defaultNow(),
})

export const project_members = pgTable(
  'project_members',
  { project_id: integer('project_id').notNull(), user_id: integer('user_id').notNull() },
  (t) => [primaryKey({ columns: [t.project_id, t.user_id] })],
)
