import { createHash, randomBytes } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { inArray } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { job_outputs, jobs, tracker_rows } from '#service/db/schema.ts'
import { storeFile } from '../../support/store-file.ts'
import { type TestPerson, createPerson } from '../../support/service.ts'
import { call } from '../support/call.ts'
import { type FaultBench, createFaultBench } from '../support/fault-service.ts'
import type { ServicePart } from '../support/part.ts'
import { rounds, until } from '../support/times.ts'

let bench: FaultBench
let parts: ServicePart[]
beforeAll(async () => {
  bench = await createFaultBench()
  parts = await Promise.all([bench.serve(), bench.serve()])
})
afterAll(() => bench.close())

const post = (part: ServicePart, path: string, person: TestPerson, payload: object) =>
  call(part.base + path, {
    method: 'POST',
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  })

describe('a layer tracker with two services', () => {
  it.each(rounds)(
    'twenty concurrent adds of the same layers create each row once, and report each change once (round %i)',
    async (n) => {
      const { services } = bench.service
      const people = await Promise.all([1, 2, 3, 4].map(() => createPerson(services, 'staff')))
      const ids: number[] = []
      for (let i = 0; i < 25; i++) ids.push(await bench.fixture.addJob())
      const sheet_id = `sheet-of-two-services-${n}`
      const addAll = async () => {
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, at) =>
            post(parts[at % 2], '/modeling/v1/jobs/layer-tracker-v2/add', people[at % 4], {
              sheet_id,
              sheet_name: 'Layers',
              create: true,
              // Opposite orders, so that a deadlock would show.
              job_ids: at % 4 < 2 ? ids : [...ids].reverse(),
            }),
          ),
        )
        const sum = { new: 0, changed: 0, same: 0 }
        for (const { status, body } of answers) {
          expect(status, body).toBe(200)
          const counts = JSON.parse(body) as typeof sum
          for (const key of ['new', 'changed', 'same'] as const) sum[key] += counts[key]
        }
        return sum
      }
      const rows = () => services.db.select().from(tracker_rows).where(inArray(tracker_rows.job_id, ids))

      expect(await addAll()).toEqual({ new: 25, changed: 0, same: 19 * 25 })
      const first = await rows()
      expect(first).toHaveLength(25)
      expect(new Set(first.map(({ position }) => position)).size).toBe(25)

      const changed = ids.slice(0, 10)
      await services.db
        .update(jobs)
        .set({ status: 'failed', reason: 'A test' })
        .where(inArray(jobs.id, changed))
      expect(await addAll()).toEqual({ new: 0, changed: 10, same: 20 * 25 - 10 })
      const second = await rows()
      expect(second).toHaveLength(25)
      for (const { job_id, cells, position } of second) {
        expect(cells.status).toBe(changed.includes(job_id) ? 'failed' : 'pending')
        expect(position).toBe(first.find((row) => row.job_id === job_id)!.position)
      }
      const both = await Promise.all(
        parts.map((part) =>
          call(`${part.base}/modeling/v1/layer-trackers/${sheet_id}/rows?limit=100`, people[0]),
        ),
      )
      expect(both[0].status).toBe(200)
      expect(both[0].body).toBe(both[1].body)
    },
  )
})

interface Got {
  status: number
  etag: string
  content: Buffer
}

const get = (url: string, headers: Record<string, string> = {}, most = Infinity) =>
  new Promise<Got>((resolve, reject) => {
    const asked = request(url, { headers, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      let size = 0
      const done = () =>
        resolve({
          status: answer.statusCode ?? 0,
          etag: String(answer.headers.etag),
          content: Buffer.concat(chunks),
        })
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.length
        if (size >= most) {
          done()
          answer.destroy()
        }
      })
      answer.on('end', done).on('error', reject)
    })
    asked.on('error', reject)
    asked.end()
  })

/** Sends a request and then reads nothing: the zip stays in progress. */
const hold = (url: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { agent: false }, (answer) => resolve(answer.on('error', () => {})))
      .on('error', reject)
      .end()
  })

const sumOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')

describe('zips with two services', () => {
  const ids: number[] = []
  beforeAll(async () => {
    const { services } = bench.service
    for (let n = 0; n < 2; n++) {
      const id = await bench.fixture.addJob({ status: 'completed' })
      ids.push(id)
      for (const [type, content] of [
        ['mean', randomBytes(24 * 2 ** 20)],
        ['diagnostics', Buffer.from('{}')],
      ] as const) {
        const file = await storeFile(services, {
          name: type === 'mean' ? 'mean.tif' : 'diagnostics.json',
          mediaType: 'application/octet-stream',
          content,
          createdBy: null,
        })
        await services.db.insert(job_outputs).values({ job_id: id, type, file_id: file.id })
      }
    }
  })

  /** Prepared at one service; its link at each of them. */
  const prepare = async (person: TestPerson, at: number) => {
    const answer = await post(parts[at], '/modeling/v1/jobs/download-zips', person, {
      job_ids: ids,
      user_email: person.email,
    })
    expect(answer.status, answer.body).toBe(200)
    const { url, size } = JSON.parse(answer.body) as { url: string; size: number }
    const path = url.slice(url.indexOf('/api/v1') + '/api/v1'.length)
    return { size, urls: parts.map((part) => part.base + path) }
  }

  it.each(rounds)(
    'a zip prepared at one and interrupted there is resumed at the other, to the same bytes (round %i)',
    async (n) => {
      const person = await createPerson(bench.service.services, 'viewer')
      const { size, urls } = await prepare(person, n % 2)
      const whole = await Promise.all(urls.map((url) => get(url)))
      for (const { status, content } of whole) {
        expect(status).toBe(200)
        expect(content.length).toBe(size)
      }
      expect(sumOf(whole[0].content)).toBe(sumOf(whole[1].content))
      expect(whole[0].etag).toBe(whole[1].etag)

      const part = await get(urls[0], {}, size / 3)
      expect(part.content.length).toBeLessThan(size)
      const rest = await get(urls[1], {
        range: `bytes=${part.content.length}-`,
        'if-range': part.etag,
      })
      expect(rest.status).toBe(206)
      expect(rest.etag).toBe(part.etag)
      expect(sumOf(Buffer.concat([part.content, rest.content]))).toBe(sumOf(whole[0].content))
    },
  )

  it('one person has at most two in progress, whichever service sends them', async () => {
    const { services } = bench.service
    const [person, other] = await Promise.all([1, 2].map(() => createPerson(services, 'viewer')))
    const { urls } = await prepare(person, 0)
    const theirs = await prepare(other, 1)
    const open = [await hold(urls[0]), await hold(urls[1])]
    try {
      expect(open.map(({ statusCode }) => statusCode)).toEqual([200, 200])
      for (const url of urls) {
        const third = await hold(url)
        expect(third.statusCode).toBe(429)
        expect(Number(third.headers['retry-after'])).toBeGreaterThan(0)
        third.destroy()
      }
      const free = await hold(theirs.urls[0])
      expect(free.statusCode).toBe(200)
      free.destroy()
    } finally {
      for (const answer of open) answer.destroy()
    }
    await until('there is room for another', 10_000, async () => {
      const again = await hold(urls[0])
      again.destroy()
      return again.statusCode === 200
    })
  })

  it('of twenty requested at once at both, two are sent', async () => {
    const person = await createPerson(bench.service.services, 'viewer')
    const { urls } = await prepare(person, 0)
    const open = await Promise.all(Array.from({ length: 20 }, (_, at) => hold(urls[at % 2])))
    const statuses = open.map(({ statusCode }) => statusCode)
    for (const answer of open) answer.destroy()
    expect(statuses.filter((status) => status === 200)).toHaveLength(2)
    expect(statuses.filter((status) => status === 429)).toHaveLength(18)
  })
})
