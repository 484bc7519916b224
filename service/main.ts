import type { Logger } from 'pino'
import { type AppConfig, loadConfig } from '#config'
import type { Services } from './context.ts'
import { connect } from './db/client.ts'
import { migrate } from './db/migrate.ts'
import { poolSize } from './db/pool-size.ts'
import { seedCountries } from './domain/countries/seed.ts'
import { openFileStore } from './files/open-file-store.ts'
import { sweepTemporaryFolders } from './files/temporary-folders.ts'
import { createLog } from './log.ts'
import { reasonOf } from './reason-of.ts'
import { createQueue } from './tasks/pg-boss-queue.ts'
import { startWorker } from './tasks/worker.ts'

const PARTS = ['service', 'worker', 'all'] as const
type Part = (typeof PARTS)[number]

const STOP_MS = 20_000

const undo: (() => Promise<unknown>)[] = []

async function openServices(config: AppConfig, log: Logger, part: Part): Promise<Services> {
  if (!config.databaseUrl)
    throw new Error(
      'DATABASE_URL is missing. Start with npm start, which brings its own database, or name a server.',
    )
  for (const name of await migrate(config.databaseUrl)) log.info({ migration: name }, 'migrated')
  const db = connect(config.databaseUrl, {
    applicationName: `strata-${part}`,
    max: part === 'worker' ? 5 : await poolSize(config.databaseUrl),
  })
  undo.push(() => db.$client.end())
  await seedCountries(db)
  const files = openFileStore(config)
  await files.check?.()
  const swept = await sweepTemporaryFolders()
  if (swept > 0) log.info({ folders: swept }, 'folders of killed processes were removed')
  const queue = await createQueue({
    url: config.databaseUrl,
    log,
    role: part === 'worker' ? 'worker' : 'service',
  })
  undo.push(() => queue.stop())
  return { config, db, files, queue, log }
}

async function work(services: Services): Promise<void> {
  const worker = await startWorker(services)
  undo.push(() => worker.stop())
  services.log.info('the worker waits for tasks')
}

let leaving = false
async function leave(code: number, log?: Logger): Promise<void> {
  if (leaving) return
  leaving = true
  // Work that does not end in time is cut off: jobs are resumed, rows are in transactions.
  setTimeout(() => process.exit(code), STOP_MS).unref()
  for (const step of undo.reverse())
    await step().catch((error: unknown) => log?.error({ err: error }, 'a part did not close cleanly'))
  log?.info('stopped')
  process.exit(code)
}

async function main(part: Part): Promise<void> {
  const config = loadConfig()
  const log = createLog({ level: config.logLevel, base: { part } })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void leave(0, log))
  if (process.send) process.once('disconnect', () => void leave(0, log))
  process.on('unhandledRejection', (error) =>
    log.error({ err: error }, 'a promise was rejected without a handler'),
  )
  const services = await openServices(config, log, part)
  if (part !== 'worker') {
    // A worker starts sooner without it: it is half of the modules.
    const { serve } = await import('./serve.ts')
    await serve(services, undo)
  }
  if (part !== 'service') await work(services)
}

const part = (process.argv[2] ?? 'all') as Part
if (!PARTS.includes(part)) {
  process.stderr.write(`'${part}' is not a part of the service. Choose one of ${PARTS.join(', ')}.\n`)
  process.exit(2)
}
main(part).catch(async (error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`)
  await leave(1)
})
