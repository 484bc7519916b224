import {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import type { SubmissionChanges } from './job-records-schema.ts'

// Mirrors migrations/*.sql, which are the truth; a test holds the two together.

export * from './accounts-schema.ts'
export * from './job-counts-schema.ts'
export * from './job-records-schema.ts'

const id = () => integer('id').primaryKey().generatedAlwaysAsIdentity()
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

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

export const tags = pgTable('tags', {
  id: id(),
  name: text('name').notNull(),
  colour: text('colour').notNull().default('#51637a'),
})

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

export const assets = pgTable('assets', {
  id: id(),
  name: text('name').notNull(),
  file_id: integer('file_id').notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  affine: doublePrecision('affine').array().notNull(),
  epsg: integer('epsg'),
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
})

export interface BandStatistics {
  min: number
  max: number
  mean: number
  sd: number
  valid: number
  histogram: number[]
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
  created_at: moment('created_at').notNull().defaultNow(),
})

export const collections = pgTable('collections', {
  id: id(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  population_band_id: integer('population_band_id'),
  created_by: integer('created_by'),
  created_at: moment('created_at').notNull().defaultNow(),
})

export const collection_bands = pgTable(
  'collection_bands',
  {
    collection_id: integer('collection_id').notNull(),
    position: integer('position').notNull(),
    band_id: integer('band_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.collection_id, t.position] })],
)

/** Names of the columns in a points file. */
export interface PointsColumns {
  cluster: string
  longitude: string
  latitude: string
  numerator: string
  denominator: string
  weight?: string
  stratum?: string
  urban?: string
}

export const surveys = pgTable('surveys', {
  id: id(),
  iso3_code: text('iso3_code').notNull(),
  source: text('source').notNull(),
  source_wave: text('source_wave').notNull(),
  source_date: date('source_date', { mode: 'string' }),
  round: text('round').notNull(),
  target: text('target').notNull(),
  clusters: integer('clusters').notNull(),
  households: integer('households'),
  columns: jsonb('columns').$type<PointsColumns>().notNull(),
  simulated: boolean('simulated').notNull().default(false),
  note: text('note'),
  file_id: integer('file_id').notNull(),
  created_by: integer('created_by'),
  created_at: moment('created_at').notNull().defaultNow(),
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

export const clients = pgTable('clients', { id: id(), name: text('name').notNull() })

export const projects = pgTable('projects', {
  id: id(),
  name: text('name').notNull(),
  client_id: integer('client_id'),
  description: text('description').notNull().default(''),
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

export const submissions = pgTable('submissions', {
  id: id(),
  title: text('title').notNull(),
  app_user_id: integer('app_user_id').notNull(),
  project_id: integer('project_id'),
  parent_id: integer('parent_id'),
  config_file_id: integer('config_file_id').notNull(),
  datetime_submitted: moment('datetime_submitted').notNull().defaultNow(),
  owner_id: integer('owner_id'),
  changes: jsonb('changes').$type<SubmissionChanges>(),
})

/** A judged layer: defaults filled in, ids resolved. What a worker needs to run it, and what provenance records. */
export interface Layer {
  iso3_code: string
  target: string
  source: string
  source_wave: string
  source_date: string | null
  round: string
  data_description: string
  /** Catalogued survey; null when points were sent along (then points_file_id of the job). */
  survey_id: number | null
  columns: PointsColumns
  stack_name: string
  collection_id: number
  population_band_id: number | null
  adm_levels: (1 | 2)[]
  /** Version ids by level: adm0 always, adm1 and adm2 as far as asked for. */
  place_group_version_ids: { adm0: number | null; adm1?: number; adm2?: number }
  method: 'auto' | 'gp'
  folds: number
  block_km: number | 'auto'
  draws: number
  seed: number
  overfit_gap: number
  adm_min_clusters: number
  tags: string[]
  improves: number | null
}

export interface SurfaceSummary {
  min: number
  max: number
  mean: number
  histogram: number[]
}
export interface Surfaces {
  bounds: [number, number, number, number]
  mean: SurfaceSummary
  lower: SurfaceSummary
  upper: SurfaceSummary
  width: SurfaceSummary
}

export const jobs = pgTable('jobs', {
  id: id(),
  job_key: text('job_key'),
  submission_id: integer('submission_id').notNull(),
  app_user_id: integer('app_user_id').notNull(),
  config_row: integer('config_row').notNull(),
  iso3_code: text('iso3_code').notNull(),
  target: text('target').notNull(),
  source: text('source').notNull(),
  source_wave: text('source_wave').notNull(),
  source_date: date('source_date', { mode: 'string' }),
  round: text('round').notNull(),
  data_description: text('data_description').notNull().default(''),
  stack_name: text('stack_name').notNull(),
  method: text('method').notNull(),
  layer: jsonb('layer').$type<Layer>().notNull(),
  survey_id: integer('survey_id'),
  points_file_id: integer('points_file_id'),
  improves_job_id: integer('improves_job_id'),
  status: text('status')
    .$type<'pending' | 'running' | 'completed' | 'failed' | 'cancelled'>()
    .notNull()
    .default('pending'),
  step: text('step'),
  fraction: doublePrecision('fraction').notNull().default(0),
  reason: text('reason'),
  attempt: integer('attempt').notNull().default(0),
  final: boolean('final').notNull().default(false),
  superseded_by: integer('superseded_by'),
  all_adm_pass: boolean('all_adm_pass'),
  is_overfit: boolean('is_overfit'),
  surfaces: jsonb('surfaces').$type<Surfaces>(),
  diagnostics: jsonb('diagnostics').$type<Record<string, unknown>>(),
  datetime_submitted: moment('datetime_submitted').notNull().defaultNow(),
  datetime_started: moment('datetime_started'),
  datetime_finished: moment('datetime_finished'),
})

export const job_tags = pgTable(
  'job_tags',
  {
    job_id: integer('job_id').notNull(),
    tag_id: integer('tag_id').notNull(),
    /** Of the job; a trigger writes it. */
    iso3_code: text('iso3_code').notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.job_id, t.tag_id] })],
)

export const job_outputs = pgTable(
  'job_outputs',
  {
    job_id: integer('job_id').notNull(),
    type: text('type').notNull(),
    file_id: integer('file_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.job_id, t.type] })],
)

export const job_adm = pgTable(
  'job_adm',
  {
    job_id: integer('job_id').notNull(),
    level: integer('level').notNull(),
    position: integer('position').notNull(),
    code: text('code').notNull(),
    name: text('name').notNull(),
    clusters: integer('clusters').notNull(),
    observed: doublePrecision('observed'),
    observed_lower: doublePrecision('observed_lower'),
    observed_upper: doublePrecision('observed_upper'),
    modelled: doublePrecision('modelled'),
    modelled_lower: doublePrecision('modelled_lower'),
    modelled_upper: doublePrecision('modelled_upper'),
    z: doublePrecision('z'),
    pass: boolean('pass'),
  },
  (t) => [primaryKey({ columns: [t.job_id, t.level, t.position] })],
)

export const idempotency_keys = pgTable(
  'idempotency_keys',
  {
    user_id: integer('user_id').notNull(),
    key: text('key').notNull(),
    body_sha256: text('body_sha256').notNull(),
    submission_id: integer('submission_id'),
    created_at: moment('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.key] })],
)

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

export const loose_files = pgTable('loose_files', {
  key: text('key').primaryKey(),
  seen_at: moment('seen_at').notNull().defaultNow(),
})

export const products = pgTable('products', {
  id: id(),
  job_id: integer('job_id'),
  asset_id: integer('asset_id'),
  job_key: text('job_key').notNull(),
  iso3_code: text('iso3_code').notNull(),
  target: text('target').notNull(),
  source: text('source').notNull(),
  source_wave: text('source_wave').notNull(),
  source_date: date('source_date', { mode: 'string' }),
  round: text('round').notNull(),
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

export const product_tags = pgTable(
  'product_tags',
  { product_id: integer('product_id').notNull(), tag_id: integer('tag_id').notNull() },
  (t) => [primaryKey({ columns: [t.product_id, t.tag_id] })],
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
