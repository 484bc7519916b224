import type { AssetStatus, Recipe } from '#contract/rasters/asset-list.ts'
import type { RasterFinding } from '#contract/rasters/asset-findings.ts'
import type { RasterInspection } from '#contract/rasters/inspections.ts'
import type { BandUpload } from '#contract/rasters/band-uploads.ts'
import { boolean, doublePrecision, integer, json, jsonb, pgTable, primaryKey, text } from '#drizzle'
import { id, moment } from './columns.ts'

/** How a raster came in, or is made, whose sender does not wait. */
export interface RasterIntake {
  way: 'upload' | 'check-in' | 'population' | 'process'
  /** The name of the file as it was sent; of a result, its own. */
  name: string
  /** The body of the call. */
  about: Record<string, unknown>
}

export const assets = pgTable('assets', {
  id: id(),
  name: text('name').notNull(),
  file_id: integer('file_id'),
  cog_file_id: integer('cog_file_id'),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  affine: doublePrecision('affine').array().notNull(),
  epsg: integer('epsg'),
  crs_name: text('crs_name'),
  crs_definition: text('crs_definition'),
  nodata: doublePrecision('nodata'),
  bounds: doublePrecision('bounds').array().notNull(),
  created_by: integer('created_by'),
  created_at: moment('created_at').notNull().defaultNow(),
  data_type: text('data_type'),
  band_count: integer('band_count'),
  compression: text('compression'),
  cloud_optimized: boolean('cloud_optimized').notNull().default(false),
  on_reference_grid: boolean('on_reference_grid').notNull().default(false),
  processed_from: integer('processed_from'),
  status: text('status').$type<AssetStatus>().notNull().default('ready'),
  fraction: doublePrecision('fraction'),
  intake: jsonb('intake').$type<RasterIntake>(),
  findings: jsonb('findings').$type<RasterFinding[]>(),
  extent: doublePrecision('extent').array(),
  recipe: jsonb('recipe').$type<Recipe>(),
  upload: jsonb('upload').$type<{ id: string; handle: string; name: string }>(),
})

/** The raster is the resumable upload `about.upload`, or at the address `about.url`. */
export type InspectionIntake = { way: Exclude<RasterIntake['way'], 'process'> } & Pick<RasterIntake, 'about'>

/** A raster that is only inspected, and whose sender does not wait. */
export const inspections = pgTable('inspections', {
  id: id(),
  status: text('status').$type<AssetStatus>().notNull().default('received'),
  fraction: doublePrecision('fraction'),
  intake: jsonb('intake').$type<InspectionIntake>(),
  result: json('result').$type<NonNullable<RasterInspection['result']>>(),
  error: json('error').$type<NonNullable<RasterInspection['error']>>(),
  created_by: integer('created_by').notNull(),
  created_at: moment('created_at').notNull().defaultNow(),
})

/** Acceptances of warnings; band 0 is the whole file. */
export const accepted_findings = pgTable('accepted_findings', {
  asset_id: integer('asset_id').notNull(),
  code: text('code').notNull(),
  band: integer('band').notNull(),
  reason: text('reason').notNull(),
  accepted_by: integer('accepted_by'),
  accepted_at: moment('accepted_at').notNull().defaultNow(),
})

/** A bulk upload whose sender does not wait. */
export interface BandIntake {
  partial: boolean
  /** Missing: it is catalogued. */
  dry_run?: boolean
  /** As it was read. */
  sheet: object
  rasters: {
    name: string
    key: string
    size: number
    sha256: string
    /** The resumable upload that it was, and becomes again if nothing is catalogued. */
    upload?: { id: string; handle: string }
  }[]
}

export const band_uploads = pgTable('band_uploads', {
  id: id(),
  status: text('status').$type<AssetStatus>().notNull().default('received'),
  fraction: doublePrecision('fraction'),
  intake: json('intake').$type<BandIntake>(),
  result: json('result').$type<NonNullable<BandUpload['result']>>(),
  error: text('error'),
  created_by: integer('created_by'),
  created_at: moment('created_at').notNull().defaultNow(),
})

export interface BandStatistics {
  min: number
  max: number
  mean: number
  sd: number
  valid: number
  histogram: number[]
  /** How values are made from cells, if they are not the same. */
  scaling?: { scale: number; offset: number }
  /** The values that occur, for a band whose COG was made for classes. */
  classes?: { value: number; colour: string; cells: number }[]
  /** How many different values occur, for cells of 8 bits that nobody declared to be classes or quantities. */
  distinct?: number
}

export const bands = pgTable('bands', {
  id: id(),
  asset_id: integer('asset_id').notNull(),
  band_index: integer('band_index').notNull().default(1),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  unit: text('unit').notNull().default(''),
  year: integer('year'),
  source: text('source').notNull().default(''),
  iso3_code: text('iso3_code'),
  statistics: jsonb('statistics').$type<BandStatistics>().notNull(),
  categorical: boolean('categorical').notNull().default(false),
  created_at: moment('created_at').notNull().defaultNow(),
})

export const collections = pgTable('collections', {
  id: id(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  /** The current one. */
  version: integer('version').notNull().default(1),
  created_by: integer('created_by'),
  created_at: moment('created_at').notNull().defaultNow(),
})

/** Rows are added, never changed. */
export const collection_versions = pgTable(
  'collection_versions',
  {
    collection_id: integer('collection_id').notNull(),
    version: integer('version').notNull().default(1),
    population_band_id: integer('population_band_id'),
    restored_from: integer('restored_from'),
    created_by: integer('created_by'),
    created_at: moment('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.collection_id, t.version] })],
)

export const collection_bands = pgTable(
  'collection_bands',
  {
    collection_id: integer('collection_id').notNull(),
    version: integer('version').notNull().default(1),
    position: integer('position').notNull(),
    band_id: integer('band_id').notNull(),
    /** The covariate of which the band is one year. */
    series: text('series'),
    year: integer('year'),
  },
  (t) => [primaryKey({ columns: [t.collection_id, t.version, t.position] })],
)

export const worldpop_datasets = pgTable('worldpop_datasets', {
  id: id(),
  iso3_code: text('iso3_code').notNull(),
  year: integer('year').notNull(),
  category: text('category').$type<'population' | 'age_sex' | 'density' | 'births' | 'other'>().notNull(),
  resolution: text('resolution').notNull(),
  constrained: boolean('constrained').notNull().default(false),
  un_adjusted: boolean('un_adjusted').notNull().default(false),
  url: text('url'),
  sha256: text('sha256').notNull(),
  asset_id: integer('asset_id').notNull(),
  created_by: integer('created_by'),
  created_at: moment('created_at').notNull().defaultNow(),
})
