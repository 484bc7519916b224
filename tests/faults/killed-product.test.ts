import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isAlive, readPidFile, stopPostmaster } from '../../launcher/embedded/postmaster.ts'
import { freePort } from '../support/free-port.ts'
import { isRunning } from '../support/processes.ts'
import { environmentOf, familyOf } from './support/processes.ts'
import { until } from './support/times.ts'

const root = join(import.meta.dirname, '../..')
/** The time after the kill by which no process of the product may run. */
const GONE_MS = 15_000

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'strata-killed-'))
  chmodSync(dataDir, 0o755)
})
afterEach(async () => {
  for (const { pid } of started ? familyOf(started.pid!) : []) process.kill(pid, 'SIGKILL')
  if (!existsSync(join(dataDir, 'postgres', 'place.json'))) return
  const pid = readPidFile(clusterOf())?.pid
  if (pid !== undefined) await stopPostmaster(pid, clusterOf())
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

function clusterOf(): string {
  const folder = join(dataDir, 'postgres')
  const place = JSON.parse(readFileSync(join(folder, 'place.json'), 'utf8')) as { cluster?: string }
  return place.cluster ?? join(folder, 'cluster')
}

/** What a start that failed leaves behind to explain it. */
const LOGS = ['logs/service.log', 'logs/web.log', 'postgres/postgres.log']
const logOf = (name: string): string => {
  const path = join(dataDir, name)
  return existsSync(path) ? `${name}:\n${readFileSync(path, 'utf8').slice(-2000)}` : `no ${name}`
}

let started: ChildProcess | undefined

/** The whole product through npm, and every process that belongs to it. */
async function startProduct() {
  const [port, apiPort] = [await freePort(), await freePort()]
  let said = ''
  started = spawn('npm', ['start'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      PORT: String(port),
      API_PORT: String(apiPort),
      ADMIN_PASSWORD: 'Correct-horse-7-battery',
      SMTP_URL: 'smtp://user:canary@127.0.0.1:1',
      AWS_SECRET_ACCESS_KEY: 'canary',
      SAMPLES: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [started.stdout!, started.stderr!])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const npm = started
  const output = () => [said, ...LOGS.map(logOf)].join('\n')
  await until('the product is open', 150_000, () => {
    if (npm.exitCode !== null) throw new Error('npm start has ended')
    return said.includes('is open at')
  }).catch((error: Error) => {
    throw new Error(`${error.message}:\n${output()}`)
  })
  const family = familyOf(started.pid!)
  const find = (part: string) => {
    const found = family.find(({ command }) => command.includes(part))
    if (!found) throw new Error(`No process runs ${part}:\n${family.map((one) => one.command).join('\n')}`)
    return found.pid
  }
  return {
    npm: started.pid!,
    supervisor: find('launcher/run.ts'),
    service: find('service/main.ts service'),
    worker: find('service/main.ts worker'),
    web: find('web-server/main.ts'),
    guard: find('launcher/guard.ts'),
    postgres: readPidFile(clusterOf())!.pid,
    /** All except PostgreSQL. */
    all: family.filter(({ command }) => !command.includes('postgres')).map(({ pid }) => pid),
    said: () => said,
  }
}
type Product = Awaited<ReturnType<typeof startProduct>>

async function expectGone({ all, postgres }: Product): Promise<void> {
  const left = () => [...all, postgres].filter(isRunning)
  await until('all of it has ended', GONE_MS, () => left().length === 0)
  expect(isAlive(postgres)).toBe(false)
}

describe('kill -9', () => {
  it('of npm ends the product; only processes that need secrets see them', async () => {
    const product = await startProduct()
    const seen = (pid: number) => {
      const env = environmentOf(pid)
      return ['ADMIN_PASSWORD', 'SMTP_URL', 'DATABASE_URL', 'AWS_SECRET_ACCESS_KEY'].filter(
        (name) => name in env,
      )
    }
    expect(seen(product.service)).toEqual(['SMTP_URL', 'DATABASE_URL', 'AWS_SECRET_ACCESS_KEY'])
    expect(seen(product.worker)).toEqual(['DATABASE_URL', 'AWS_SECRET_ACCESS_KEY'])
    expect(seen(product.web)).toEqual([])
    expect(seen(product.guard)).toEqual([])
    // Later starts of each are faster.
    const compiled = join(root, 'node_modules/.cache/compiled')
    for (const pid of [product.service, product.worker, product.web])
      expect(environmentOf(pid)).toHaveProperty('NODE_COMPILE_CACHE', compiled)
    process.kill(product.npm, 'SIGKILL')
    await expectGone(product)
  })

  it('of the supervisor ends the product, the database last, even if the service is stuck', async () => {
    const product = await startProduct()
    process.kill(product.service, 'SIGSTOP')
    process.kill(product.supervisor, 'SIGKILL')
    await expectGone(product)
    // In order: the next start has nothing to recover.
    const log = readFileSync(join(dataDir, 'postgres', 'postgres.log'), 'utf8')
    expect(log.trimEnd().split('\n').at(-1)).toContain('database system is shut down')
  })

  it('of the supervisor does not keep the next start from taking over at once', async () => {
    const first = await startProduct()
    process.kill(first.supervisor, 'SIGKILL')
    const second = await startProduct()
    await until('the first has ended', GONE_MS, () => !first.all.some(isRunning))
    expect(isRunning(second.postgres)).toBe(true)
    expect(second.said()).not.toContain('ended unexpectedly')
    process.kill(second.npm, 'SIGKILL')
    await expectGone(second)
  })
})
