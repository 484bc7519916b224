import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type AppConfig, loadConfig } from '../app.config.ts'
import { reasonOf } from '../service/reason-of.ts'
import { buildIfNeeded } from './build.ts'
import { type Managed, runOnce, script, startManaged } from './child-process.ts'
import { joinDatabase, ownDatabase } from './database.ts'
import { type Program, environmentFor } from './environment.ts'
import { type Guard, startGuard } from './start-guard.ts'
import { expectFree, localUrl } from './ports.ts'
import { SERVICE_FLAGS } from './service-flags.ts'
import { setUp } from './set-up.ts'
import { waitUntilReady } from './wait-until-ready.ts'

/** The processes of each part. */
const PARTS = ['all', 'dev', 'service', 'worker', 'web', 'load'] as const
type Part = (typeof PARTS)[number]

const undo: (() => Promise<void>)[] = []
let leaving = false

/** Ends everything in reverse order of its start; a second signal changes nothing. */
async function leave(code: number): Promise<never> {
  if (leaving) return new Promise(() => {})
  leaving = true
  for (const stop of undo.reverse()) await stop().catch((error: Error) => console.error(error.message))
  process.exit(code)
}

/** When started by root, PostgreSQL runs as another user, who must be able to enter; the contents are private. */
function makeDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  for (const inner of ['files', 'logs']) mkdirSync(join(dataDir, inner), { recursive: true, mode: 0o700 })
}

/** Printed at once, so that a start that fails later does not swallow the password, which is shown only here. */
function introduce(account: { email: string; password: string | null } | null): void {
  if (!account) return
  const secret = account.password
    ? `the one-time password ${account.password} (shown this once)`
    : 'the password of ADMIN_PASSWORD'
  console.log(`The first account is ${account.email} with ${secret}`)
}

async function runAll(config: AppConfig, dev: boolean): Promise<void> {
  await expectFree(config.apiPort, config.host, 'API_PORT')
  await expectFree(config.port, config.host, 'PORT')
  const guard = startGuard(config.databaseUrl ? null : config.dataDir)
  undo.push(guard.dismiss)
  const database = await ownDatabase(config)
  undo.push(database.stop)
  // A second start with this data folder has ended above: it must not build while the first one runs.
  if (!dev) await buildIfNeeded()
  const { firstAccount, empty } = await setUp(database.url, config)
  introduce(firstAccount)
  if (leaving) return

  const logs = join(config.dataDir, 'logs')
  // This machine's web server forwards the client's address to the service.
  const env = { DATABASE_URL: database.url, TRUST_PROXY: ['loopback', ...config.trustProxy].join(',') }
  const start = (program: Program, args: string[], { name = program as string, url = '' } = {}) =>
    startManaged({
      name,
      args,
      env: environmentFor(program, env),
      logFile: { path: join(logs, `${name}.log`), ...config.logFiles },
      restart: true,
      liveness: url ? { url } : undefined,
      guard,
    })
  const main = script('service/main.ts')
  const api = localUrl(config.host, config.apiPort)
  const app = localUrl(config.host, config.port)
  const parts: Managed[] = [start('service', [...SERVICE_FLAGS, main, 'service'], { url: `${api}/healthz` })]
  for (let n = 1; n <= config.workers; n++)
    parts.push(start('worker', [main, 'worker'], { name: config.workers === 1 ? 'worker' : `worker-${n}` }))
  undo.push(async () => void (await Promise.all(parts.map((part) => part.stop()))))

  // As soon as the web application responds, people can also log in.
  await waitUntilReady(`${api}/readyz`)
  if (leaving) return
  const web = dev ? [script('node_modules/vite/bin/vite.js'), 'dev'] : [script('web-server/main.ts')]
  parts.push(start('web', web, { url: dev ? '' : `${app}/healthz` }))
  await waitUntilReady(`${app}${dev ? `${config.basePath}/login` : '/healthz'}`)
  if (leaving) return
  console.log(`\n${config.brandName} is open at ${config.appUrl}`)
  console.log(
    `  API at http://127.0.0.1:${config.apiPort}/api/v1/openapi.json; logs in ${logs}; Ctrl-C ends everything\n`,
  )

  if (empty && config.samples) {
    console.log('Loading the sample of Nigeria (its survey is simulated) …')
    const code = await runOnce(
      [script('launcher/load.ts'), script('samples/nigeria'), '--submit'],
      environmentFor('service', env),
      true,
    )
    if (!leaving)
      console.log(
        code === 0 ? 'The sample is loaded; its layer is being computed.' : 'The sample could not be loaded.',
      )
  }
}

async function runOne(part: 'service' | 'worker' | 'web', config: AppConfig): Promise<void> {
  let env: Record<string, string> = {}
  let guard: Guard | undefined
  if (part === 'web') {
    await expectFree(config.port, config.host, 'PORT')
    await buildIfNeeded()
  } else {
    if (part === 'service') await expectFree(config.apiPort, config.host, 'API_PORT')
    if (part === 'service' && !config.databaseUrl) {
      guard = startGuard(config.dataDir)
      undo.push(guard.dismiss)
    }
    const database = part === 'service' ? await ownDatabase(config) : await joinDatabase(config)
    if (!database)
      throw new Error(
        `No database: nothing runs on the data folder ${config.dataDir}. Start the service there first, or name a server with DATABASE_URL.`,
      )
    undo.push(database.stop)
    env = { DATABASE_URL: database.url }
    if (part === 'service') introduce((await setUp(database.url, config)).firstAccount)
  }
  const args = {
    service: [...SERVICE_FLAGS, script('service/main.ts'), part],
    worker: [script('service/main.ts'), part],
    web: [script('web-server/main.ts')],
  }[part]
  const port = { service: config.apiPort, web: config.port, worker: null }[part]
  const liveness = port === null ? undefined : { url: `${localUrl(config.host, port)}/healthz` }
  const managed = startManaged({
    name: part,
    args,
    env: environmentFor(part, env),
    restart: false,
    liveness,
    guard,
  })
  undo.push(managed.stop)
  void managed.ended.then((code) => leave(code))
}

async function load(config: AppConfig, args: string[]): Promise<void> {
  const database = (await joinDatabase(config)) ?? (await ownDatabase(config))
  undo.push(database.stop)
  introduce((await setUp(database.url, config)).firstAccount)
  await leave(
    await runOnce(
      [script('launcher/load.ts'), ...args],
      environmentFor('service', { DATABASE_URL: database.url }),
    ),
  )
}

const part = (process.argv[2] ?? 'all') as Part
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void leave(0))
if (process.send) process.on('disconnect', () => void leave(0))

try {
  if (!PARTS.includes(part))
    throw new Error(`'${part}' is not a part of Strata. Choose one of ${PARTS.join(', ')}.`)
  const config = loadConfig()
  makeDataDir(config.dataDir)
  if (part === 'load') await load(config, process.argv.slice(3))
  else if (part === 'all' || part === 'dev') await runAll(config, part === 'dev')
  else await runOne(part, config)
} catch (error) {
  if (!leaving) console.error(reasonOf(error))
  await leave(1)
}
