import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { WatchedClient } from './watched-client.ts'

const FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url))
/** Any fixed number: processes that start together migrate one after the other. */
const LOCK = 7_283_601
/** Sessions that need a table queue behind a migration that waits for it, so it soon releases its place and retries. */
const LOCK_WAIT_MS = 800
const PAUSE_MS = 1000
/** The maximum duration of an export. */
const MAX_WAIT_MS = 120_000
const LOCK_NOT_AVAILABLE = '55P03'

interface Migration {
  name: string
  sql: string
  checksum: string
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(`${folder}/${name}`, 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex') }
    }),
  )
}

async function applyAll(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  await client.query(
    `create table if not exists schema_migrations (
       name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  )
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  const names = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied.keys()].filter((name) => !names.has(name)).sort()
  if (unknown.length > 0)
    throw new Error(
      `This database was migrated by another version of Strata, a newer one or one from before the first release (${unknown.at(-1)} is unknown here): start that version, restore a backup made by this one, or start with an empty database.`,
    )
  for (const { name, checksum } of migrations) {
    const previous = applied.get(name)
    if (previous !== undefined && previous !== checksum)
      throw new Error(
        `The migration ${name} has changed since it was applied to this database. Restore its previous text and write a new migration after it.`,
      )
  }
  const done: string[] = []
  for (const migration of migrations.filter(({ name }) => !applied.has(name))) {
    await applyWithRetry(client, migration)
    done.push(migration.name)
  }
  return done
}

/** Waits for tables in use in short turns, between which the other processes continue. */
async function applyWithRetry(client: pg.Client, migration: Migration): Promise<void> {
  for (const until = Date.now() + MAX_WAIT_MS; ; await sleep(PAUSE_MS)) {
    try {
      return await apply(client, migration)
    } catch (cause) {
      await client.query('rollback')
      const inUse = (cause as { code?: string }).code === LOCK_NOT_AVAILABLE
      if (inUse && Date.now() < until) continue
      throw new Error(
        `The migration ${migration.name} failed and was undone: ${(cause as Error).message}${inUse ? `; for ${MAX_WAIT_MS / 1000} s other sessions used a table that it changes. End long-running work (exports, backups), then start again` : ''}`,
        { cause },
      )
    }
  }
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin')
  await client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`)
  await client.query(sql)
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
  await client.query('commit')
}

/** Applies the SQL files that the database lacks, each in its own transaction; returns their names. */
export async function migrate(url: string, folder: string = FOLDER): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const client = new WatchedClient({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'strata-migrate',
  })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    return await applyAll(client, migrations)
  } finally {
    await client.end()
  }
}
