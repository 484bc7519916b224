import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../support/database/database.ts'
import { freePort } from '../../support/free-port.ts'

const MAIN = join(import.meta.dirname, '../../../service/main.ts')

let database: TestDatabase
let dataDir: string
const children: ChildProcess[] = []
beforeAll(async () => {
  database = await createTestDatabase({ empty: true })
  dataDir = await mkdtemp(join(tmpdir(), 'strata-main-'))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true })
})

function start(part: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN, part], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  children.push(child)
  let said = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  return { child, ended, said: () => said }
}

async function ready(port: number, ended: Promise<number | null>): Promise<void> {
  let over = false
  void ended.then(() => (over = true))
  while (!over) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the service ended before it was ready')
}

describe('the service as a process', () => {
  it('migrates, opens, and exits with 0 on SIGTERM and when its parent exits, several on one database', async () => {
    const ports = [await freePort(), await freePort()]
    const both = ports.map((port) => start('service', { API_PORT: String(port) }))
    await Promise.all(both.map(({ ended }, n) => ready(ports[n], ended)))
    const response = await fetch(`http://127.0.0.1:${ports[0]}/api/v1/users/me`)
    expect(response.status).toBe(403)
    both[0].child.kill('SIGTERM')
    both[1].child.disconnect()
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0])
    expect(both[0].said()).toContain('"msg":"stopped"')
  })

  it('reports readiness 503 before its port closes', async () => {
    const port = await freePort()
    const { child, ended } = start('service', { API_PORT: String(port) })
    await ready(port, ended)
    child.kill('SIGTERM')
    let seen = 0
    for (let n = 0; n < 40 && seen === 0; n++) {
      const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
      if (response?.status === 503) seen = 503
      else await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(seen).toBe(503)
    expect(await ended).toBe(0)
  })

  it.each([
    ['no database is named', 'service', { DATABASE_URL: '' }, 'DATABASE_URL is missing'],
    [
      'the database is not there',
      'service',
      { DATABASE_URL: 'postgresql://u:secret-word@127.0.0.1:1/x' },
      'The database cannot be reached',
    ],
    [
      'the files are somewhere unknown',
      'service',
      { FILES_URL: 'ftp://x/y' },
      "FILES_URL begins with 'ftp:'",
    ],
    ['the configuration is wrong', 'service', { API_PORT: 'eighty' }, 'The configuration is not valid'],
    ['the part is unknown', 'kitchen', {}, "'kitchen' is not a part"],
  ])('exits with a sentence when %s', async (_case, part, env, sentence) => {
    const { ended, said } = start(part, env)
    expect(await ended).toBeGreaterThan(0)
    expect(said()).toContain(sentence)
    expect(said()).not.toMatch(/secret-word|\n\s+at /)
  })

  it('exits with a sentence if its port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const { ended, said } = start('service', { API_PORT: String(port) })
    expect(await ended).toBe(1)
    expect(said()).toContain(
      `Port ${port} on 127.0.0.1 is in use by another program; choose another with API_PORT.`,
    )
    server.close()
  })
})
