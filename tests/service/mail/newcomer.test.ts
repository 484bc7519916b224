import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../support/database/database.ts'
import { type SmtpStandIn, startSmtp } from './smtp-stand-in.ts'
import { freePort } from '../../support/free-port.ts'

const MAIN = join(import.meta.dirname, '../../../service/main.ts')
const WAIT = { timeout: 20_000, interval: 100 }

let database: TestDatabase
let dataDir: string
let smtp: SmtpStandIn
const children: ChildProcess[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'strata-newcomer-'))
  smtp = await startSmtp()
})
// Run one after another: all processes of a database send from its one outbox.
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
afterAll(async () => {
  await smtp.close()
  await database.drop()
  await rm(dataDir, { recursive: true })
})

async function start(env: Record<string, string>) {
  const port = await freePort()
  const child = spawn(process.execPath, [MAIN, 'service'], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      API_PORT: String(port),
      APP_URL: 'https://maps.example.org',
      REGISTRATION_DOMAINS: 'house.example',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  children.push(child)
  let said = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk: Buffer) => (said += chunk))
  const base = `http://127.0.0.1:${port}`
  await vi.waitFor(async () => expect((await fetch(`${base}/readyz`)).status).toBe(200), WAIT)
  const post = (path: string, body: object | URLSearchParams) =>
    fetch(`${base}/api/v1${path}`, {
      method: 'POST',
      ...(body instanceof URLSearchParams
        ? { body }
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
  return { post, said: () => said }
}

const someone = (email: string) => ({
  email,
  first_name: 'Ada',
  last_name: 'Lovelace',
  password: 'violet anchor tractor',
})

it('a new user without a mail server continues with the link in the log', async () => {
  const { post, said } = await start({})
  expect((await post('/users/open', someone('ada@house.example'))).status).toBe(200)
  const link = await vi.waitFor(() => {
    const found = said()
      .split('\n')
      .find((line) => line.includes('"link"'))
    expect(found).toBeDefined()
    return JSON.parse(found!) as { level: number; kind: string; link: string }
  }, WAIT)
  expect(link).toMatchObject({ level: 30, kind: 'confirm-email' })
  expect(link.link).toMatch(/^https:\/\/maps\.example\.org\/confirm-email\/\?token=/)
  const token = new URL(link.link).searchParams.get('token')
  expect((await post('/auth/confirm-email/', { token })).status).toBe(200)
  const form = new URLSearchParams({ username: 'ada@house.example', password: 'violet anchor tractor' })
  expect((await post('/auth/login/access-token', form)).status).toBe(200)
})

it('a new user with a mail server gets the message there, and the log does not contain it', async () => {
  const { post, said } = await start({ SMTP_URL: smtp.url })
  expect((await post('/users/open', someone('grace@house.example'))).status).toBe(200)
  await vi.waitFor(() => expect(smtp.taken).toHaveLength(1), WAIT)
  expect(smtp.taken[0].to).toEqual(['grace@house.example'])
  expect(smtp.taken[0].from).toBe('no-reply@maps.example.org')
  expect(said()).not.toContain('token=')
  expect(said()).not.toContain('grace')
})
