import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Database, connect } from '../../../service/db/client.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../service/db/embedded/start.ts'
import { migrate } from '../../../service/db/migrate.ts'
import { seedCountries } from '../../../service/domain/countries/seed.ts'

export interface OwnServer {
  url: string
  dataDir: string
  db: Database
  /** Process id of the postmaster as it is now. */
  postmaster(): Promise<number>
  /** One statement on a connection of its own. */
  ask(sql: string): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

/** A supervised PostgreSQL for one test file, to be killed or starved; durable as in production unless `settings` say otherwise. */
export async function startOwnServer(settings: Record<string, string> = {}): Promise<OwnServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'strata-fault-db-'))
  await chmod(dataDir, 0o755)
  const server: EmbeddedPostgres = await startEmbeddedPostgres({
    dataDir,
    log: { info: () => {}, warn: () => {} },
    settings,
  })
  await migrate(server.url)
  const db = connect(server.url, { max: 3, applicationName: 'strata-test' })
  await seedCountries(db)
  const [{ data_directory: cluster }] = (
    await db.$client.query<{ data_directory: string }>('show data_directory')
  ).rows
  return {
    url: server.url,
    dataDir,
    db,
    async postmaster() {
      return Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0])
    },
    async ask(sql) {
      const client = new pg.Client({ connectionString: server.url, connectionTimeoutMillis: 3000 })
      await client.connect()
      try {
        return (await client.query<Record<string, unknown>>(sql)).rows
      } finally {
        await client.end()
      }
    },
    async close() {
      await db.$client.end()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
