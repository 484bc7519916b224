import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { loadConfig } from '../../app.config.ts'
import { SERVICE_FLAGS } from '../../launcher/service-flags.ts'
import { connect } from '../../service/db/client.ts'
import { user_roles, users } from '../../service/db/schema.ts'
import { createSession } from '../../tests/support/create-session.ts'
import { createLocalFileStore } from '../../service/files/local-file-store.ts'
import { createApp } from '../../service/http/app.ts'
import { allRoutes } from '../../service/http/routes.ts'

/** The service in a separate process, so that its memory and event loop are measured alone. */
export interface BenchService {
  url: string
  /** The highest resident set since the last call, in MiB. */
  peakMemory(): Promise<number>
  /** The processor time used so far, in milliseconds. */
  cpuMs(): Promise<number>
  stop(): void
}

export async function startService(databaseUrl: string, dataDir: string): Promise<BenchService> {
  const child = fork(fileURLToPath(import.meta.url), [databaseUrl, dataDir], { execArgv: SERVICE_FLAGS })
  const url = await answerOf<string>(child)
  return {
    url,
    async peakMemory() {
      child.send('memory')
      return answerOf<number>(child)
    },
    async cpuMs() {
      child.send('cpu')
      return answerOf<number>(child)
    },
    stop: () => void child.kill('SIGKILL'),
  }
}

const answerOf = <T>(child: ChildProcess) =>
  new Promise<T>((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`the service ended with ${code}`))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      resolve(message as T)
    })
  })

/** A person with an open session. */
export async function addPerson(databaseUrl: string, email: string) {
  const db = connect(databaseUrl, { max: 1 })
  const now = new Date()
  const [{ id }] = await db
    .insert(users)
    .values({
      email,
      first_name: 'Bench',
      last_name: 'Person',
      password_hash: '-',
      email_confirmed_at: now,
      admitted_at: now,
    })
    .returning({ id: users.id })
  await db.insert(user_roles).values({ user_id: id, role: 'staff' })
  const { token } = await createSession(db, { userId: id })
  await db.$client.end()
  return { id, headers: { authorization: `Bearer ${token}` } }
}

async function serve(databaseUrl: string, dataDir: string): Promise<void> {
  const config = loadConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, NODE_ENV: 'production' })
  const services = {
    config,
    db: connect(databaseUrl, { max: 15 }),
    files: createLocalFileStore(`${dataDir}/files`),
    // Work is queued for nobody.
    queue: { send: async () => {} } as never,
    log: pino({ level: 'silent' }),
  }
  const { app } = await createApp(services, { routes: allRoutes })
  let peak = 0
  const look = () => void (peak = Math.max(peak, process.memoryUsage.rss() / 2 ** 20))
  setInterval(look, 20).unref()
  process.on('message', (what) => {
    if (what === 'cpu') {
      const { user, system } = process.cpuUsage()
      process.send?.((user + system) / 1000)
      return
    }
    look()
    process.send?.(peak)
    peak = 0
  })
  process.once('disconnect', () => process.exit(0))
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  process.send?.(`${address}/api/v1`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await serve(process.argv[2], process.argv[3])
