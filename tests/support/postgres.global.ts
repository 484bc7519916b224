import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { seedCountries } from '../../service/domain/countries/seed.ts'
import { startEmbeddedPostgres } from '../../service/db/embedded/start.ts'
import { connect } from '../../service/db/client.ts'
import { migrate } from '../../service/db/migrate.ts'
import { claimFolder, removeOnExit, sweepLeftovers } from './leftovers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

const quiet = { info: () => {}, warn: (message: string) => process.stderr.write(`${message}\n`) }

/** One real PostgreSQL for the run; `strata` is migrated, with its countries, once and is the template of every test file's own database. */
export default async function setup(project: TestProject) {
  await sweepLeftovers()
  const dataDir = await mkdtemp(join(tmpdir(), 'strata-test-'))
  // As root the server runs as another user, who has to get in: else its cluster would be left below /var/lib/strata.
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
  project.provide('postgresUrl', server.url)
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
    forget()
  }
}
