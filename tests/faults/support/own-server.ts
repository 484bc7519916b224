import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Database, connect } from '../../../service/db/client.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../launcher/embedded/start.ts'
import { migrate } from '../../../service/db/migrate.ts'
import { seedCountries } from '../../../service/domain/countries/seed.ts'
import { claimFolder } from '../../support/leftovers.ts'

export interface OwnServer {
  url: string
  dataDir: string
  db: Database
  /** The supervisor's warnings. */
  warnings: readonly string[]
  /** The postmaster's current process id. */
  postmaster(): Promise<number>
  /** One statement on a separate connection. */
  ask(sql: string): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

/**
 * A supervised PostgreSQL for one test file, to be killed or starved; durable as in production unless `settings` say
 * otherwise.
 */
export async function startOwnServer(
  settings: Record<string, string> = {},
  /** Runs once on the cluster's folder, while no server uses it. */
  prepare?: (cluster: string) => void,
): Promise<OwnServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'strata-fault-db-'))
  await chmod(dataDir, 0o755)
  claimFolder(dataDir)
  const warnings: string[] = []
  const log = { info: () => {}, warn: (message: string) => void warnings.push(message) }
  const start = () => startEmbeddedPostgres({ dataDir, log, settings })
  let server: EmbeddedPostgres = await start()
  await migrate(server.url)
  if (prepare) {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    await client.end()
    await server.stop()
    prepare(rows[0].data_directory)
    server = await start()
  }
  const db = connect(server.url, { max: 3, applicationName: 'strata-test' })
  await seedCountries(db)
  const [{ data_directory: cluster }] = (
    await db.$client.query<{ data_directory: string }>('show data_directory')
  ).rows
  return {
    url: server.url,
    dataDir,
    db,
    warnings,
    async postmaster() {
      return Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0])
    },
    async ask(sql) {
      const client = new pg.Client({ connectionString: server.url, connectionTimeoutMillis: 3000 })
      // Also reported by the statement.
      client.on('error', () => {})
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
