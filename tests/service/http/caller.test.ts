import type { AddressInfo } from 'node:net'
import type pino from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { READERS, defineEndpoint } from '#contract/endpoint.ts'
import type { Caller } from '#service/context.ts'
import { route } from '#service/http/route.ts'
import { ChildFailure } from '#service/isolation/child-failure.ts'
import { createLog } from '#service/log.ts'
import { type TestService, createTestService } from '../../support/service.ts'

const work = defineEndpoint({
  name: 'work',
  resource: 'test',
  summary: '',
  method: 'POST',
  path: '/test/work',
  access: READERS,
  scope: 'write',
  rate: 'write',
  audit: null,
  record: null,
  body: z.object({ waits: z.boolean() }),
  answer: z.object({ msg: z.string() }),
})

const callers: Caller[] = []
const lines: string[] = []
let service: TestService
let url: string
beforeAll(async () => {
  const log = createLog({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  service = await createTestService({
    log: log as pino.Logger,
    routes: [
      route(work, async ({ caller, body }) => {
        callers.push(caller)
        if (!body.waits) return { msg: 'done' }
        return await new Promise((_, reject) =>
          caller.signal!.addEventListener('abort', () => reject(new ChildFailure('aborted'))),
        )
      }),
    ],
  })
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}/api/v1/test/work`
})
afterAll(() => service.close())

it('notices when a caller disconnects, and that an answered one has not', async () => {
  const person = await service.logIn('viewer')
  const headers = { ...person.headers, 'content-type': 'application/json' }
  const send = (waits: boolean, signal?: AbortSignal) =>
    fetch(url, { method: 'POST', headers, body: JSON.stringify({ waits }), signal })
  expect(await (await send(false)).json()).toEqual({ msg: 'done' })

  const browser = new AbortController()
  const asked = send(true, browser.signal).catch((error: unknown) => error)
  await vi.waitFor(() => expect(callers).toHaveLength(2))
  browser.abort()
  await vi.waitFor(() => expect(callers[1].signal!.aborted).toBe(true))
  await asked
  expect(callers[0]).toMatchObject({ personId: person.id })
  expect(callers[0].signal!.aborted).toBe(false)
  // A client that disconnects is not an internal error.
  expect(lines.filter((line) => line.includes('a call failed'))).toEqual([])
})
