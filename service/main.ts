import type { Logger } from 'pino'
import { endpoints } from '#contract/endpoints.ts'
import { type AppConfig, loadConfig } from '#config'
import type { Services } from './context.ts'
import { connect } from './db/client.ts'
import { migrate } from './db/migrate.ts'
import { poolSize } from './db/pool-size.ts'
import { seedCountries } from './domain/countries/seed.ts'
import { sweepLoose } from './files/loose-files.ts'
import { composeMail } from './domain/accounts/compose-mail.ts'
import { openFileStore } from './files/open-file-store.ts'
import { sweepTemporaryFolders } from './files/temporary-folders.ts'
import { createApp } from './http/app.ts'
import { allRoutes, assertComplete } from './http/routes.ts'
import { createLog } from './log.ts'
import { startMail } from './mail/start-mail.ts'
import { createQueue } from './tasks/pg-boss-queue.ts'
import { startWorker } from './tasks/worker.ts'

const PARTS = ['service', 'worker', 'all'] as const
type Part = (typeof PARTS)[number]

/** Balancers see the 503 of /readyz before the port closes. */
const DRAIN_MS = process.env.NODE_ENV === 'production' ? 1000 : 0
const STOP_MS = 20_000
const SWEEP_EVERY_MS = 5 * 60_000

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

async function serve(services: Services): Promise<void> {
  assertComplete(allRoutes, endpoints)
  const { app, readiness } = await createApp(services, {
    routes: allRoutes,
    trustProxy: services.config.trustProxy,
  })
  const { host, apiPort } = services.config
  await app.listen({ host, port: apiPort }).catch((cause: NodeJS.ErrnoException) => {
    const why =
      cause.code === 'EADDRINUSE'
        ? 'is in use by another program; choose another with API_PORT'
        : cause.message
    throw new Error(`Port ${apiPort} on ${host} ${why}.`, { cause })
  })
  undo.push(async () => {
    readiness.drain()
    await new Promise((resolve) => setTimeout(resolve, DRAIN_MS))
    await app.close()
  })
  const mail = startMail(services, composeMail)
  undo.push(() => mail.stop())
  services.log.info({ host, port: apiPort }, 'the service is open')
  const sweep = () =>
    void sweepLoose(services).catch((err: unknown) => services.log.warn({ err }, 'the sweep failed'))
  sweep()
  const timer = setInterval(sweep, SWEEP_EVERY_MS)
  undo.push(async () => clearInterval(timer))
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
  if (part !== 'worker') await serve(services)
  if (part !== 'service') await work(services)
}

const part = (process.argv[2] ?? 'all') as Part
if (!PARTS.includes(part)) {
  process.stderr.write(`'${part}' is not a part of the service. Choose one of ${PARTS.join(', ')}.\n`)
  process.exit(2)
}
main(part).catch(async (error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  await leave(1)
})
