import { integer, pgTable, primaryKey, text } from '#drizzle'
import { id } from './columns.ts'

export const tags = pgTable('tags', {
  id: id(),
  name: text('name').notNull(),
  colour: text('colour').notNull().default('#51637a'),
})

export const job_tags = pgTable(
  'job_tags',
  {
    job_id: integer('job_id').notNull(),
    tag_id: integer('tag_id').notNull(),
    /** The job's country; a trigger writes it. */
    iso3_code: text('iso3_code').notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.job_id, t.tag_id] })],
)

export const product_tags = pgTable(
  'product_tags',
  { product_id: integer('product_id').notNull(), tag_id: integer('tag_id').notNull() },
  (t) => [primaryKey({ columns: [t.product_id, t.tag_id] })],
)
