import { type ClientRequest, type IncomingMessage, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { addJobWithOutput } from '../signed-links/job-with-output.ts'

interface Line {
  msg: string
  route: string
  status: number
}

const lines: Line[] = []
let service: TestService
let staff: TestPerson
let port = 0
beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line) as Line) })
  service = await createTestService({ log })
  staff = await service.logIn('staff')
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  port = (service.app.server.address() as AddressInfo).port
})
afterAll(() => service.close())

const open = (method: string, path: string, headers: Record<string, string> = {}): ClientRequest => {
  const request = ask({
    host: '127.0.0.1',
    port,
    method,
    path: `/api/v1${path}`,
    agent: false,
    headers: { ...staff.headers, ...headers },
  })
  request.on('error', () => {})
  return request
}
const answered = (request: ClientRequest) =>
  new Promise<IncomingMessage>((resolve) => request.once('response', resolve))

const metrics = async () => (await service.app.inject({ url: '/metrics' })).body
const count = (text: string, method: string, route: string) =>
  Number(
    new RegExp(
      `^strata_http_request_duration_seconds_count\\{method="${method}",route="/api/v1${route}",status="499"\\} (\\d+)`,
      'm',
    ).exec(text)?.[1] ?? 0,
  )
const logged = (route: string) =>
  lines.filter(({ msg, route: of, status }) => msg === 'call' && of === `/api/v1${route}` && status === 499)

it('calls whose caller disconnects are counted, logged and no longer open', async () => {
  const { id: jobId } = await addJobWithOutput(service.services, staff.id, Buffer.alloc(64 * 2 ** 20))

  // A download that is aborted after its first bytes.
  const download = open('GET', `/modeling/v1/jobs/${jobId}/download/mean`)
  download.end()
  const file = await answered(download)
  await new Promise((resolve) => file.once('data', resolve))
  download.destroy()
  // An upload and a plain body that are interrupted.
  for (const [path, type] of [
    ['/raster/v1/assets', 'multipart/form-data; boundary=x'],
    ['/modeling/v1/jobs/final', 'application/json'],
  ]) {
    const half = open('POST', path, { 'content-type': type, 'content-length': '100000' })
    half.write('--x\r\n')
    setTimeout(() => half.destroy(), 300)
  }
  // A live stream that its reader closes.
  const live = open('GET', '/modeling/v1/jobs/events')
  live.end()
  await answered(live)
  live.destroy()

  const routes = [
    ['GET', '/modeling/v1/jobs/:id/download/:type'],
    ['POST', '/raster/v1/assets'],
    ['POST', '/modeling/v1/jobs/final'],
    ['GET', '/modeling/v1/jobs/events'],
  ]
  for (const [method, route] of routes) {
    await expect.poll(async () => count(await metrics(), method, route), { message: route }).toBe(1)
    expect(logged(route), route).toHaveLength(1)
  }
  // The current request.
  expect(/^strata_http_requests_open (\d+)/m.exec(await metrics())?.[1]).toBe('1')
})
