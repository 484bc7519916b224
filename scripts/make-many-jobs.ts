/**
 * Fills a database with many jobs, for measuring lists: DATABASE_URL=… node scripts/make-many-jobs.ts [jobs] [seed].
 * The same number and seed give the same rows. Stops on a database that already has jobs.
 */
import pg from 'pg'
import { loadConfig } from '../app.config.ts'
import { connect } from '../service/db/client.ts'
import { migrate } from '../service/db/migrate.ts'
import { seedCountries } from '../service/domain/countries/seed.ts'

const LAYERS = 50
const PEOPLE = 40
const TAGS = 60
const CHUNK = 100_000

const list = (values: readonly string[]) => `array[${values.map((value) => `'${value}'`).join(',')}]`
// The first value of each list is the most frequent.
const COUNTRIES =
  'NGA KEN ETH UGA TZA GHA MOZ MWI ZMB RWA BEN SEN MLI NER BFA CIV CMR COD AGO MDG ZWE SLE LBR GIN TGO TCD BDI NAM LSO GMB'
const TARGETS =
  'stunting wasting underweight vaccination-dtp3 vaccination-mcv1 water sanitation literacy anaemia bednet electricity early-birth'
const SOURCES = 'DHS MICS LSMS MIS AIS SIM'

const SALTS = { country: 1, target: 2, source: 3, wave: 4, status: 5, person: 6, tag: 7, random: 8, block: 9 }
/** A number in [0, 1) from the seed, the row and a name; this hash is the same in every version of PostgreSQL. */
const share = (name: keyof typeof SALTS, row = 'n') =>
  `((hashint8extended(${row}, $1::bigint * 1000 + ${SALTS[name]}) & 268435455)::float8 / 268435456)`
/** Skewed: the first values are far more frequent than the last. */
const skewed = (name: keyof typeof SALTS, values: string, count: number) =>
  `(${values})[1 + floor(${count} * power(${share(name)}, 2.2))::int]`

/** Metrics of the usual size, as a completed job stores them. */
const metrics = (folds: 'random' | 'block') => `jsonb_build_object('r2', ${share(folds)} - 0.2,
  'rmse_pooled', 0.05 + ${share(folds)} / 5, 'lpd', -300 - 900 * ${share(folds)}, 'coverage_95', 0.85 + ${share(folds)} / 7)`

async function addPeople(client: pg.Client, seed: number): Promise<void> {
  await client.query(
    `insert into users (email, first_name, last_name, password_hash, email_confirmed_at, admitted_at)
     select 'many-' || n || '@strata.example', 'Person', 'Number ' || n, '-', now(), now()
     from generate_series(1, ${PEOPLE}) n`,
  )
  await client.query(
    `insert into user_roles (user_id, role) select id, 'staff' from users where email like 'many-%@strata.example'`,
  )
  await client.query(`insert into tags (name) select 'topic ' || n from generate_series(1, ${TAGS}) n`)
  await client.query(
    `insert into files (key, name, media_type, size, sha256)
     values ('many/' || $1::text, 'many.csv', 'text/csv', 0, repeat('0', 64))`,
    [seed],
  )
}

async function addSubmissions(client: pg.Client, count: number, seed: number): Promise<void> {
  await client.query(
    `insert into submissions (title, app_user_id, config_file_id, datetime_submitted)
     select 'Submission ' || n, people.id, file.id,
       timestamptz '2023-01-01' + interval '3 years' * (n / ${count}.0)
     from generate_series(1, ${count}) n
     cross join (select id from files where key = 'many/' || $1::text) file
     join lateral (select id from users where email like 'many-%@strata.example'
       order by id offset floor(${PEOPLE} * power(${share('person')}, 2))::int limit 1) people on true`,
    [seed],
  )
}

async function addJobs(client: pg.Client, from: number, to: number, total: number, seed: number) {
  const [countries, targets, sources] = [COUNTRIES, TARGETS, SOURCES].map((text) => text.split(' '))
  await client.query(
    `insert into jobs (job_key, submission_id, app_user_id, config_row, iso3_code, target, source, source_wave,
       source_date, round, data_description, stack_name, method, layer, status, reason, attempt, fraction,
       all_adm_pass, is_overfit, verdict, diagnostics, datetime_submitted, datetime_started, datetime_finished)
     select lower(iso3 || '-' || target || '-' || source || '-' || wave || '-r' || round || '-m') || n, submission_id,
       app_user_id, 2 + n % ${LAYERS}, iso3, target, source, wave,
       case when n % 9 = 0 then null else make_date(wave::int, 1 + n % 12, 1) end, round,
       'Layer of ' || target || ' ' || wave || ', clusters ' || n % 977, 'stack ' || n % 23, 'gp',
       jsonb_build_object('iso3_code', iso3, 'target', target, 'stack_version', 1, 'folds', 10, 'draws', 500, 'seed', n % 7,
         'columns', jsonb_build_object('cluster', 'cluster', 'longitude', 'longitude', 'latitude', 'latitude'),
         'note', repeat('x', 250)),
       status, case when status = 'failed' then 'The fit did not converge.' end, 1,
       case when status = 'completed' then 1 else 0 end,
       case when status = 'completed' then n % 5 > 0 end, case when status = 'completed' then n % 11 = 0 end,
       case when status = 'completed' then (array['none', 'nation', 'adm1', 'adm2', 'cells'])[1 + n % 5]::verdict_level end,
       case when status = 'completed' then jsonb_build_object('cv_random', ${metrics('random')}, 'cv_block', ${metrics('block')}) end,
       sent, case when status <> 'pending' then sent + interval '1 minute' end,
       case when status in ('completed', 'failed', 'cancelled') then sent + interval '4 minutes' end
     from (
       select n, s.id as submission_id, s.app_user_id, s.datetime_submitted as sent,
         ${skewed('country', list(countries), countries.length)} as iso3,
         ${skewed('target', list(targets), targets.length)} as target,
         ${skewed('source', list(sources), sources.length)} as source,
         (2000 + floor(25 * sqrt(${share('wave')})))::int::text as wave,
         (1 + n % 3)::text as round,
         case when n > ${total - 400} then 'pending' when n > ${total - 408} then 'running'
           when ${share('status')} < 0.06 then 'failed' when ${share('status')} < 0.09 then 'cancelled'
           else 'completed' end as status
       from generate_series($2::int, $3::int) n
       join (select id, app_user_id, datetime_submitted, row_number() over (order by id) as at from submissions
         where title like 'Submission %') s on s.at = 1 + (n - 1) / ${LAYERS}
     ) made`,
    [seed, from, to],
  )
}

/** One in three has a tag, one in six has two, and so on: a few tags cover most jobs. */
const addTags = (client: pg.Client, seed: number) =>
  client.query(
    `insert into job_tags (job_id, tag_id, iso3_code)
     select n, tag.id, iso3_code from (select id as n, iso3_code from jobs) job
     cross join (values (1), (2), (3)) as turn (turn)
     join (select id, row_number() over (order by id) as at from tags where name like 'topic %') tag
       on tag.at = 1 + floor(${TAGS} * power(${share('tag', 'n * 4 + turn')}, 2.5))
     where n % (3 * turn) = 0 on conflict do nothing`,
    [seed],
  )

/** The newest completed job of each layer, for four layers in five. */
const addFinals = (client: pg.Client) =>
  client.query(
    `update jobs set final = true from (
       select distinct on (iso3_code, target, source, source_wave, round) id from jobs where status = 'completed'
       order by iso3_code, target, source, source_wave, round, id desc) newest
     where jobs.id = newest.id and jobs.id % 5 > 0`,
  )

/**
 * There are no listeners, nothing is derived from these jobs, and every reference is valid: if permitted, row-level
 * checks are skipped.
 */
async function quietTriggers(client: pg.Client): Promise<() => Promise<unknown>> {
  const { rows } = await client.query<{ may: boolean }>(
    'select rolsuper as may from pg_roles where rolname = current_user',
  )
  if (rows[0].may) {
    await client.query('set local session_replication_role = replica')
    return () => Promise.resolve()
  }
  await client.query('alter table jobs disable trigger user')
  return () => client.query('alter table jobs enable trigger user')
}

/** Building an index at the end costs a fraction of updating it row by row. */
async function dropIndexes(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid in ('jobs'::regclass, 'job_tags'::regclass)
       and not exists (select 1 from pg_constraint where conindid = indexrelid)`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return async () => {
    for (const { definition } of rows) await client.query(definition)
  }
}

export async function makeManyJobs(url: string, total: number, seed: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    if ((await client.query('select 1 from jobs limit 1')).rowCount)
      throw new Error('This database has jobs already; name one that has none.')
    await client.query('begin')
    await client.query("set local synchronous_commit = off; set local maintenance_work_mem = '256MB'")
    const wakeTriggers = await quietTriggers(client)
    const remakeIndexes = await dropIndexes(client)
    await addPeople(client, seed)
    await addSubmissions(client, Math.ceil(total / LAYERS), seed)
    await client.query('analyze submissions')
    for (let from = 1; from <= total; from += CHUNK)
      await addJobs(client, from, Math.min(from + CHUNK - 1, total), total, seed)
    await addTags(client, seed)
    await client.query('analyze jobs')
    await addFinals(client)
    await remakeIndexes()
    await wakeTriggers()
    await client.query('select recount_jobs()')
    await client.query('commit')
    await client.query('vacuum (analyze) jobs, job_tags, submissions, job_counts')
  } finally {
    await client.end()
  }
}

async function main(): Promise<void> {
  const { databaseUrl } = loadConfig()
  if (!databaseUrl) throw new Error('Name the database in DATABASE_URL.')
  const start = performance.now()
  await migrate(databaseUrl)
  const db = connect(databaseUrl)
  await seedCountries(db)
  await db.$client.end()
  const total = Number(process.argv[2] ?? 1_000_000)
  await makeManyJobs(databaseUrl, total, Number(process.argv[3] ?? 1))
  console.log(`${total} jobs in ${Math.round((performance.now() - start) / 1000)} s.`)
}

if (import.meta.main)
  await main().catch((error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  })
