import { Writable } from 'node:stream'
import { sql } from '#drizzle'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { createLog } from '#service/log.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

const MARKER = 'zqmarkerqz'
const MARKED = /zqmarkerqz/i
let service: TestService
let admin: TestPerson
const lines: string[] = []
beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  service = await createTestService({ log: createLog({ level: 'trace' }, sink as never) })
  admin = await service.logIn('admin')
})
afterAll(() => service.close())

interface Sent {
  method: Endpoint['method']
  url: string
  payload?: object
}

const send = async (call: Sent) =>
  (await service.inject({ ...call, headers: admin.headers, remoteAddress: '203.0.113.77' })).statusCode

const inEachField = (body: unknown) => {
  const { shape } = (body ?? {}) as { shape?: object }
  return Object.fromEntries([...Object.keys(shape ?? {}), MARKER].map((name) => [name, MARKER]))
}

/** Reaches the verb, whose sentence repeats the value. */
const REPEATED: Sent[] = [
  { method: 'POST', url: '/tags', payload: { name: MARKER, colour: '#112233' } },
  { method: 'POST', url: '/projects/clients', payload: { name: MARKER } },
  { method: 'POST', url: '/modeling/v1/tag/remove/job', payload: { job_ids: [1], tags: [MARKER] } },
  { method: 'POST', url: '/views', payload: { list: MARKER, name: 'x', query: {} } },
  { method: 'POST', url: '/views', payload: { list: 'listTags', name: 'x', query: { [MARKER]: MARKER } } },
]

it('no call that is rejected leaves what was sent in the audit or the log', async () => {
  const statuses: number[] = []
  for (const call of REPEATED) statuses.push(await send(call), await send(call))
  for (const { method, path, body, answer } of endpoints as readonly Endpoint[]) {
    if (answer === 'events') continue
    for (const value of [MARKER, '4711']) {
      const url = path.replaceAll(/\{[^}]+\}/g, value)
      const isRead = method === 'GET'
      statuses.push(
        await send({ method, url: `${url}?${MARKER}=1`, ...(!isRead && { payload: inEachField(body) }) }),
      )
    }
  }
  expect(statuses.filter((status) => status === 409).length).toBeGreaterThan(1)
  expect(statuses.filter((status) => status === 422).length).toBeGreaterThan(100)
  const { rows } = await service.services.db.execute<{ result: string; detail: string | null }>(
    sql`select * from audit_log`,
  )
  expect(rows.filter(({ result }) => result === 'rejected').length).toBeGreaterThan(80)
  expect(rows.filter((row) => row.result !== 'ok' && MARKED.test(JSON.stringify(row)))).toEqual([])
  expect(lines.length).toBeGreaterThan(100)
  expect(lines.filter((line) => MARKED.test(line))).toEqual([])
})
