import { type ChildProcess, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from '#drizzle'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { assets, files, loose_files } from '#service/db/schema.ts'
import { raster } from '../../fixtures/configuration/country-folder.ts'
import { multipart } from '../../fixtures/configuration/send.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { freePort } from '../../support/free-port.ts'

const MAIN = join(import.meta.dirname, '../../../service/main.ts')

/** Provides the database, the folder and a person; the tested processes are separate. */
let house: TestService
let person: TestPerson
const children: ChildProcess[] = []
beforeAll(async () => {
  house = await createTestService()
  person = await house.logIn('staff')
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
afterAll(() => house.close())

async function start(): Promise<{ child: ChildProcess; port: number }> {
  const port = await freePort()
  const child = spawn(process.execPath, [MAIN, 'all'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: house.database.url,
      DATA_DIR: house.services.config.dataDir,
      API_PORT: String(port),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  children.push(child)
  await expect
    .poll(async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status, {
      timeout: 20_000,
      interval: 100,
    })
    .toBe(200)
  return { child, port }
}

const folder = () => join(house.services.config.dataDir, 'files')
const count = async (table: typeof assets | typeof files | typeof loose_files) =>
  (await house.services.db.select().from(table)).length
const unfinished = () => readdir(join(folder(), '.unfinished')).catch(() => [] as string[])

it('an upload whose service is killed leaves nothing in the catalogue, and nothing at all after a sweep', async () => {
  const content = Buffer.concat([raster((x) => x), Buffer.alloc(8 * 2 ** 20, 7)])
  const { payload, headers } = multipart({}, [{ field: 'file', name: 'big.tif', content }])
  for (const share of [0.1, 0.5, 0.9]) {
    const { child, port } = await start()
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      `POST /api/v1/raster/v1/assets HTTP/1.1\r\nhost: x\r\nauthorization: ${person.headers.authorization}\r\n` +
        `content-type: ${headers['content-type']}\r\ncontent-length: ${payload.length}\r\n\r\n`,
    )
    socket.write(payload.subarray(0, Math.floor(payload.length * share)))
    await expect.poll(() => count(loose_files), { timeout: 10_000 }).toBe(1)
    await expect.poll(async () => (await unfinished()).length, { timeout: 10_000 }).toBe(1)
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
    expect([await count(assets), await count(files)]).toEqual([0, 0])

    await house.services.db.execute(sql`update loose_files set seen_at = now() - interval '1 hour'`)
    for (const name of await unfinished()) await utimes(join(folder(), '.unfinished', name), 0, 0)
    const next = await start()
    await expect.poll(() => count(loose_files), { timeout: 10_000 }).toBe(0)
    await expect.poll(unfinished, { timeout: 10_000 }).toEqual([])
    next.child.kill('SIGKILL')
  }
  // A clean retry works.
  const { port } = await start()
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/raster/v1/assets`, {
    method: 'POST',
    body: new Uint8Array(payload),
    headers: { ...headers, ...person.headers },
  })
  expect(await answer.json()).toMatchObject({ catalogued: true, asset: { size: content.length } })
  expect([await count(assets), await count(loose_files)]).toEqual([1, 0])
}, 120_000)
