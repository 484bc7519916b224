import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type WebPart, startWebPart } from '../../security/web-part.ts'
import { call } from '../support/call.ts'

let service: Server
let web: WebPart
/** Milliseconds until the service answers, by the end of the path. */
const delays: Record<string, number> = {
  '/run/file': 310_000,
  '/check-in': 310_000,
  '/download/mean': 15_000,
}

beforeAll(async () => {
  service = createServer((request, response) => {
    request.resume()
    const [, delay = 0] = Object.entries(delays).find(([end]) => request.url?.endsWith(end)) ?? []
    void sleep(delay, undefined, { ref: false }).then(() => response.end('{"answered":true}'))
  })
  // Node's own limit of 300 s applies to requests that never complete; these do.
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  web = await startWebPart({ API_URL: `http://127.0.0.1:${port}/api/v1` })
})
afterAll(async () => {
  await web.end()
  service.closeAllConnections()
  service.close()
})

const headers = { cookie: 'token=stand-in-token', 'sec-fetch-site': 'same-origin' }

describe('slow answers through the web server', () => {
  it('a download that has not begun after 10 s is aborted', async () => {
    const start = performance.now()
    const answer = await fetch(`${web.url}/api/v1/modeling/v1/jobs/7/download/mean`, { headers })
    expect(answer.status).toBe(504)
    expect(performance.now() - start).toBeGreaterThan(9_900)
    expect(performance.now() - start).toBeLessThan(13_000)
  })

  it.runIf(process.env['LONG_WAITS'])(
    'calls that are answered after 310 s succeed (LONG_WAITS=1)',
    async () => {
      const send = (path: string) => call(`${web.url}/api/v1${path}`, { method: 'POST', headers, body: 'x' })
      const start = performance.now()
      const answers = await Promise.all([
        send('/modeling/v1/run/file'),
        send('/interpolation/raster/check-in'),
      ])
      expect(performance.now() - start).toBeGreaterThan(309_000)
      for (const answer of answers) expect(answer.status).toBe(200)
    },
    400_000,
  )
})
