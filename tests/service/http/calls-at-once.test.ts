import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { READERS, defineEndpoint } from '#contract/endpoint.ts'
import type { Caller } from '#service/context.ts'
import { wholeProcess } from '#service/files/memory-budget.ts'
import { ChildFailure } from '#service/isolation/child-failure.ts'
import { JsonPieces } from '#service/json-text.ts'
import { route } from '#service/http/route.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

const reads = {
  resource: 'test',
  summary: '',
  method: 'GET',
  access: READERS,
  scope: 'read',
  rate: 'read',
  audit: null,
  record: null,
} as const
const compute = defineEndpoint({
  ...reads,
  name: 'compute',
  path: '/test/compute',
  query: z.strictObject({ fails: z.string().optional() }),
  answer: z.object({ ok: z.boolean() }),
})
const open = defineEndpoint({
  ...reads,
  name: 'open',
  path: '/test/open',
  access: 'public',
  scope: null,
  answer: z.object({ ok: z.boolean() }),
})
const byWorker = defineEndpoint({
  ...reads,
  name: 'byWorker',
  path: '/test/by-worker',
  byWorker: true,
  answer: z.object({ ok: z.boolean() }),
})
const file = defineEndpoint({ ...reads, name: 'file', path: '/test/file', answer: 'file' })
const exported = defineEndpoint({ ...reads, name: 'exported', path: '/test/exported', answer: 'file' })
const large = defineEndpoint({ ...reads, name: 'large', path: '/test/large', answer: z.array(z.string()) })
const pieces = defineEndpoint({ ...reads, name: 'pieces', path: '/test/pieces', answer: z.array(z.number()) })

/** Calls that are in progress until they are let go. */
let held: (() => void)[] = []
let most = 0
const hold = ({ signal }: Caller) =>
  new Promise<void>((resolve, reject) => {
    if (signal?.aborted) return reject(new ChildFailure('aborted'))
    held.push(resolve)
    most = Math.max(most, held.length)
    signal?.addEventListener('abort', () => {
      held = held.filter((one) => one !== resolve)
      reject(new ChildFailure('aborted'))
    })
  })
const letGo = () => held.splice(0).forEach((one) => one())
async function letAllGo(calls: Promise<unknown>): Promise<void> {
  let over = false
  const ended = calls.then(() => (over = true))
  while (!over) {
    letGo()
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5))])
  }
}
const endless = () =>
  new Readable({
    read() {
      this.push(Buffer.alloc(2 ** 16))
    },
  })
const MIB = 2 ** 20

let service: TestService
let person: TestPerson
let other: TestPerson
let port: number
beforeAll(async () => {
  const computes = async ({ query, caller }: { query: { fails?: string }; caller: Caller }) => {
    await hold(caller)
    if (query.fails) throw new Error('It failed.')
    return { ok: true }
  }
  const waits = async ({ caller }: { caller: Caller }) => {
    await hold(caller)
    return { ok: true }
  }
  const sent = { name: 'a.bin', mediaType: 'application/octet-stream', open: endless }
  service = await createTestService({
    trustProxy: ['loopback'],
    routes: [
      route(compute, computes),
      route(open, waits),
      route(byWorker, waits),
      route(file, async () => ({ ...sent, size: 2 ** 40 })),
      route(exported, async () => ({ ...sent, size: null })),
      route(large, async () => ['x'.repeat(40 * MIB)]),
      route(
        pieces,
        async () =>
          new JsonPieces(
            (async function* () {
              yield '[1'
              yield ',2]'
            })(),
            3 * MIB,
          ),
      ),
    ],
  })
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  ;({ port } = service.app.server.address() as AddressInfo)
})
beforeEach(async () => {
  held = []
  most = 0
  person = await service.logIn('viewer')
  other = await service.logIn('viewer')
})
afterAll(async () => {
  letGo()
  service.app.server.closeAllConnections()
  await service.close()
})

const ask = (path: string, { headers }: { headers: Record<string, string> } = person, signal?: AbortSignal) =>
  fetch(`http://127.0.0.1:${port}/api/v1/test/${path}`, { headers, signal }).then(
    ({ status }) => status,
    () => 0,
  )
const many = (count: number, path: string, who?: { headers: Record<string, string> }) =>
  Array.from({ length: count }, () => ask(path, who))
const inProgress = (count: number) => expect.poll(() => held.length).toBe(count)
/** Begins to read an answer, of which nothing more is taken. */
const begin = (path: string) =>
  new Promise<{ status?: number; end: () => void }>((resolve, reject) => {
    request(
      `http://127.0.0.1:${port}/api/v1/test/${path}`,
      { headers: person.headers, agent: false },
      (answer) => {
        answer.on('error', () => {})
        answer.once('readable', () => resolve({ status: answer.statusCode, end: () => answer.destroy() }))
      },
    )
      .on('error', reject)
      .end()
  })
/** At most half of the connections of this service. */
const atOnce = () => Math.min(4, Math.floor(service.services.db.$client.options.max / 2))

describe('twenty calls of one person', () => {
  it('are a few at once; those of another person are not behind them', async () => {
    const all = many(20, 'compute')
    await inProgress(atOnce())
    const theirs = ask('compute', other)
    await inProgress(atOnce() + 1)
    const over = Promise.all([...all, theirs])
    await letAllGo(over)
    expect(most).toBe(atOnce() + 1)
    expect(new Set(await over)).toEqual(new Set([200]))
  })

  it('give their turn back when they fail, are invalid, or their sender disconnects', async () => {
    const failing = many(10, 'compute?fails=yes')
    const invalid = many(20, 'compute?unknown=1')
    const senders = Array.from({ length: 10 }, () => new AbortController())
    const left = senders.map(({ signal }) => ask('compute', person, signal))
    await inProgress(atOnce())
    for (const sender of senders) sender.abort()
    await Promise.all(left)
    const over = Promise.all([...failing, ...invalid])
    await letAllGo(over)
    expect(new Set(await over)).toEqual(new Set([500, 422]))
    const next = many(atOnce(), 'compute')
    await expect.poll(() => held.length).toBeGreaterThanOrEqual(atOnce())
    await letAllGo(Promise.all(next))
  })

  it('do not count while a worker computes, or a file or an answer is sent', async () => {
    const waiting = many(10, 'by-worker')
    await inProgress(10)
    const readers = await Promise.all(Array.from({ length: 10 }, () => begin('file')))
    const all = many(20, 'compute')
    await inProgress(10 + atOnce())
    for (const { end } of readers) end()
    const over = Promise.all([...waiting, ...all])
    await letAllGo(over)
  })

  it('count while an export is read from the database', async () => {
    const readers = await Promise.all(Array.from({ length: 2 }, () => begin('exported')))
    const all = many(20, 'compute')
    await inProgress(atOnce() - 2)
    for (const { end } of readers) end()
    await inProgress(atOnce())
    const over = Promise.all(all)
    await letAllGo(over)
  })

  it('count by address without a person', async () => {
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
    const all = many(20, 'open', from('192.0.2.1'))
    await inProgress(atOnce())
    const theirs = ask('open', from('192.0.2.2'))
    await inProgress(atOnce() + 1)
    const over = Promise.all([...all, theirs])
    await letAllGo(over)
    const statuses = new Set<number>()
    for (let n = 0; n < 1300 && !statuses.has(429); n += 50) {
      const some = Promise.all(many(50, 'open', from('192.0.2.1')))
      await letAllGo(some)
      for (const status of await some) statuses.add(status)
    }
    expect(statuses).toContain(429)
    const still = ask('open', from('192.0.2.2'))
    await inProgress(1)
    letGo()
    expect(await still).toBe(200)
  })
})

describe('a large answer', () => {
  it('counts as memory until it is sent, of which a person holds half', async () => {
    const readers: Awaited<ReturnType<typeof begin>>[] = []
    for (let n = 0; n < 9; n++) readers.push(await begin('large'))
    expect(readers.map(({ status }) => status)).toEqual([...Array.from({ length: 7 }, () => 200), 429, 429])
    for (const { end } of readers) end()
    await expect
      .poll(async () => {
        const { status, end } = await begin('large')
        end()
        return status
      })
      .toBe(200)
  })
  it('in pieces is sent as one, and counts its largest', async () => {
    const answer = await service.inject({ url: '/test/pieces', headers: person.headers })
    expect(answer.json()).toEqual([1, 2])
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    const head = await service.inject({ method: 'HEAD', url: '/test/pieces', headers: person.headers })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    const budget = wholeProcess.hold(other.id)
    budget.take(639 * MIB)
    expect((await service.inject({ url: '/test/pieces', headers: person.headers })).statusCode).toBe(503)
    budget.release()
    expect((await service.inject({ url: '/test/pieces', headers: person.headers })).statusCode).toBe(200)
  })
})
