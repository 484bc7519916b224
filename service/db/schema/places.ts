import { boolean, doublePrecision, integer, jsonb, pgTable, text } from '#drizzle'
import { id, moment } from './columns.ts'

export const countries = pgTable('countries', {
  iso3_code: text('iso3_code').primaryKey(),
  name: text('name').notNull(),
  iso2_code: text('iso2_code'),
  numeric_code: text('numeric_code'),
  region: text('region'),
  sub_region: text('sub_region'),
  intermediate_region: text('intermediate_region'),
  bounds: doublePrecision('bounds').array(),
})

export const place_group_versions = pgTable('place_group_versions', {
  id: id(),
  iso3_code: text('iso3_code').notNull(),
  place_type: text('place_type').$type<'adm0' | 'adm1' | 'adm2'>().notNull(),
  version: text('version').notNull(),
  is_default: boolean('is_default').notNull().default(false),
  active: boolean('active').notNull().default(true),
  created_at: moment('created_at').notNull().defaultNow(),
})

export const places = pgTable('places', {
  id: id(),
  version_id: integer('version_id').notNull(),
  position: integer('position').notNull(),
  code: text('code').notNull(),
  name: text('name').notNull(),
  parent_code: text('parent_code'),
  geometry: jsonb('geometry')
    .$type<
      { type: 'Polygon'; coordinates: number[][][] } | { type: 'MultiPolygon'; coordinates: number[][][][] }
    >()
    .notNull(),
})
