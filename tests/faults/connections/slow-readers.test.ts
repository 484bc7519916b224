import { randomBytes } from 'node:crypto'
import { readdirSync, readlinkSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { job_outputs } from '#service/db/schema.ts'
import { residentMiB } from '../../support/processes.ts'
import { type TestPerson, createPerson } from '../../support/service.ts'
import { storeFile } from '../../support/store-file.ts'
import { call } from '../support/call.ts'
import { type FaultBench, createFaultBench } from '../support/fault-service.ts'
import type { ServicePart } from '../support/part.ts'
import { percentile, until } from '../support/times.ts'

const READERS = 10
const SECONDS = 8
/** 100 kB/s. */
const PIECE_BYTES = 10_000
const PIECE_MS = 100
/** Far more than sockets hold: what is not sent must not be waiting in the service. */
const ZIPPED_BYTES = 96 * 2 ** 20
const ROWS = 40_000
/** The longest description of a layer. */
const TEXT_BYTES = 500
const MOST_MIB = 50

let bench: FaultBench
let part: ServicePart
/** Each may have two zips and two exports at once. */
let people: TestPerson[]
let zipped = 0
beforeAll(async () => {
  bench = await createFaultBench()
  const { services } = bench.service
  part = await bench.serve()
  people = await Promise.all(Array.from({ length: READERS / 2 }, () => createPerson(services, 'staff')))
  zipped = await bench.fixture.addJob({ status: 'completed' })
  const file = await storeFile(services, {
    name: 'mean.tif',
    mediaType: 'image/tiff',
    content: randomBytes(ZIPPED_BYTES),
    createdBy: null,
  })
  await services.db.insert(job_outputs).values({ job_id: zipped, type: 'mean', file_id: file.id })
  // Inserted in parts, each within the time of one statement.
  for (let left = ROWS; left > 0; left -= 10_000)
    await services.db.execute(sql`
      insert into jobs (submission_id, app_user_id, config_row, iso3_code, target, source, source_wave, round,
        stack_name, method, layer, data_description)
      select submission_id, app_user_id, config_row, iso3_code, target, source, source_wave, round, stack_name, method,
        layer, repeat('x', ${sql.raw(String(TEXT_BYTES))})
      from jobs, generate_series(1, 10000) where id = ${zipped}`)
})
afterAll(() => bench.close())

interface Reader {
  answer: IncomingMessage
  bytes: number
}

/** Begins to read a body, of which nothing is taken yet. */
const begin = (url: string, person: TestPerson) =>
  new Promise<Reader>((resolve, reject) => {
    request(url, { headers: person.headers, agent: false }, (answer) => {
      answer.on('error', () => {})
      resolve({ answer, bytes: 0 })
    })
      .on('error', reject)
      .end()
  })

/** Takes the body at 100 kB/s, without letting Node read ahead. */
async function trickle(reader: Reader, seconds: number): Promise<void> {
  const end = performance.now() + 1000 * seconds
  while (performance.now() < end) {
    const piece = reader.answer.read(PIECE_BYTES) as Buffer | null
    reader.bytes += piece?.length ?? 0
    await sleep(PIECE_MS)
  }
}

/** Takes the rest as fast as it comes; answers the size of the whole. */
async function takeRest(reader: Reader): Promise<number> {
  for await (const piece of reader.answer) reader.bytes += (piece as Buffer).length
  return reader.bytes
}

async function zipAddress(person: TestPerson): Promise<string> {
  const answer = await call(`${part.base}/modeling/v1/jobs/download-zips`, {
    method: 'POST',
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ job_ids: [zipped], user_email: person.email }),
  })
  expect(answer.status, answer.body).toBe(200)
  const { url } = JSON.parse(answer.body) as { url: string }
  return part.base + url.slice(url.indexOf('/api/v1') + '/api/v1'.length)
}
const exportAddress = () => Promise.resolve(`${part.base}/modeling/v1/jobs/export?format=csv`)

/** Files of the store that the process has open. */
const storedFiles = () =>
  readdirSync(`/proc/${part.pid}/fd`).filter((fd) => {
    try {
      return readlinkSync(`/proc/${part.pid}/fd/${fd}`).startsWith(bench.service.services.config.dataDir)
    } catch {
      // Closed in the meantime.
      return false
    }
  }).length

/** Milliseconds of other calls and MiB of the process, while readers take their time. */
async function watch(seconds: number) {
  const end = performance.now() + 1000 * seconds
  const calls: number[] = []
  const memory: number[] = []
  const [{ headers }] = people
  while (performance.now() < end) {
    for (const path of ['/users/me', '/modeling/v1/jobs/details?limit=10']) {
      const { status, ms } = await call(part.base + path, { headers })
      expect(status).toBe(200)
      calls.push(ms)
    }
    memory.push(residentMiB(part.pid))
    await sleep(100)
  }
  return { calls, most: Math.max(...memory) }
}

describe('F17 readers that take 100 kB/s', () => {
  it.each([
    { what: 'zips', address: zipAddress, flowing: READERS, least: ZIPPED_BYTES },
    // A process sends four exports at once, since each holds a connection to the database.
    { what: 'CSV exports', address: exportAddress, flowing: 4, least: ROWS * TEXT_BYTES },
  ])('ten of $what take little memory, and other calls are answered', async ({ address, flowing, least }) => {
    const urls = await Promise.all(people.map(address))
    // Memory that a process needs once is not counted: a whole body, read as fast as it comes.
    expect(await takeRest(await begin(urls[0], people[0]))).toBeGreaterThan(least)
    await watch(1)
    const before = residentMiB(part.pid)

    const all = await Promise.all(
      Array.from({ length: READERS }, (_, n) => begin(urls[n % urls.length], people[n % people.length])),
    )
    const readers = all.filter(({ answer }) => answer.statusCode === 200)
    const others = all.filter(({ answer }) => answer.statusCode !== 200)
    expect(readers).toHaveLength(flowing)
    for (const { answer } of others) {
      expect([answer.statusCode, Number(answer.headers['retry-after'])]).toEqual([503, expect.any(Number)])
      answer.resume()
    }
    const [{ calls, most }] = await Promise.all([
      watch(SECONDS),
      ...readers.map((reader) => trickle(reader, SECONDS)),
    ])
    for (const { bytes } of readers) expect(bytes).toBeGreaterThan(PIECE_BYTES)
    expect(most - before).toBeLessThan(MOST_MIB)
    expect(percentile(calls, 0.95)).toBeLessThan(500)

    // Slow as it was, the body arrives whole.
    const [last, ...left] = readers
    for (const { answer } of left) answer.destroy()
    expect(await takeRest(last)).toBeGreaterThan(least)
    await until('the files are closed', 5000, () => storedFiles() === 0)
  })
})
