import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildIfNeeded } from '../../launcher/build.ts'
import { createPerson } from '../support/service.ts'
import { call } from './support/call.ts'
import { type FaultBench, createFaultBench } from './support/fault-service.ts'
import { freePort } from '../support/free-port.ts'
import { type Part, run } from './support/part.ts'
import { percentile, until } from './support/times.ts'

let bench: FaultBench
let sink: Server
const webs: Part[] = []
let asked = 0
beforeAll(async () => {
  await buildIfNeeded()
  bench = await createFaultBench()
  // Accepts the request and sends nothing for half a minute.
  sink = createServer((_request, response) => {
    asked++
    setTimeout(() => response.end('late'), 30_000).unref()
  }).listen(0, '127.0.0.1')
})
afterEach(async () => {
  for (const web of webs.splice(0)) await web.end()
  await bench.endAll()
})
afterAll(async () => {
  sink.closeAllConnections()
  sink.close()
  await bench.close()
})

/** Milliseconds until the first byte of Home, from a separate web server. */
async function firstByte(comicUrl: string): Promise<number> {
  const service = await bench.serve({ COMIC_URL: comicUrl })
  const port = await freePort()
  webs.push(
    run('web-server/main.ts', [], {
      PORT: String(port),
      API_URL: service.base,
      APP_URL: `http://127.0.0.1:${port}`,
    }),
  )
  await until('the web server is ready', 30_000, () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  const { token } = await createPerson(bench.service.services, 'staff')
  const all: number[] = []
  for (let n = 0; n < 12; n++) {
    const start = performance.now()
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { cookie: `token=${token}` } })
    if (n >= 4) all.push(performance.now() - start)
    expect(response.status).toBe(200)
    await response.body?.cancel()
  }
  return percentile(all, 0.5)
}

describe("F22 the comic's server does not answer", () => {
  it('Home starts no later than without it, and the call ends empty after five seconds', async () => {
    const without = await firstByte('')
    const { port } = sink.address() as AddressInfo
    const address = `http://127.0.0.1:${port}/`
    const silent = await firstByte(address)
    expect(silent - without).toBeLessThan(50)

    const service = await bench.serve({ COMIC_URL: address })
    const { headers } = await createPerson(bench.service.services, 'viewer')
    asked = 0
    const answers = await Promise.all([1, 2, 3].map(() => call(`${service.base}/app/xkcd`, { headers })))
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(JSON.parse(answer.body)).toEqual({ data: '', configured: true })
      expect(answer.ms).toBeLessThan(6500)
    }
    expect(asked).toBe(1)
    // The failure is remembered: the next request does not wait at all.
    expect((await call(`${service.base}/app/xkcd`, { headers })).ms).toBeLessThan(500)
  })
})
