import { boolean, doublePrecision, integer, pgTable, text } from '#drizzle'
import { id, layerIdentity, moment } from './columns.ts'

export const products = pgTable('products', {
  id: id(),
  job_id: integer('job_id'),
  asset_id: integer('asset_id'),
  job_key: text('job_key').notNull(),
  ...layerIdentity(),
  year: integer('year'),
  title: text('title').notNull(),
  data_description: text('data_description').notNull().default(''),
  unit: text('unit').notNull().default(''),
  resolution_m: doublePrecision('resolution_m'),
  epsg: integer('epsg'),
  bounds: doublePrecision('bounds').array(),
  status: text('status').$type<'draft' | 'published' | 'retired'>().notNull().default('published'),
  version: text('version').notNull().default('1'),
  final: boolean('final').notNull().default(false),
  created_by: integer('created_by'),
  created_at: moment('created_at').notNull().defaultNow(),
})
