import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { seedCountries } from '#service/domain/countries/seed.ts'
import { startEmbeddedPostgres } from '../../../launcher/embedded/start.ts'
import { connect } from '#service/db/client.ts'
import { migrate } from '#service/db/migrate.ts'
import { claimFolder, removeOnExit, sweepLeftovers } from '../leftovers.ts'

const quiet = { info: () => {}, warn: (message: string) => process.stderr.write(`${message}\n`) }

export interface TestPostgres {
  url: string
  stop(): Promise<void>
}

/**
 * One real PostgreSQL; its database `strata` is migrated, has its countries and is the template of every test file's
 * own.
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  await sweepLeftovers()
  const dataDir = await mkdtemp(join(tmpdir(), 'strata-test-'))
  // When started by root, the server runs as another user, who needs access: otherwise its cluster stays below
  // /var/lib/strata.
  await chmod(dataDir, 0o755)
  claimFolder(dataDir)
  const forget = removeOnExit(dataDir)
  const server = await startEmbeddedPostgres({
    dataDir,
    log: quiet,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  })
  await migrate(server.url)
  const db = connect(server.url)
  await seedCountries(db)
  await db.$client.end()
  const client = new pg.Client({ connectionString: server.url.replace('@/strata', '@/postgres') })
  await client.connect()
  await client.query('alter database strata with is_template true')
  await client.end()
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
      forget()
    },
  }
}
