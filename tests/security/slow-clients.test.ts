import { type Socket, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../faults/support/call.ts'
import { openFiles, type ServicePart, startServicePart } from '../faults/support/part.ts'
import { percentile } from '../faults/support/times.ts'
import { type TestPerson, type TestService, createTestService } from '../support/service.ts'

let service: TestService
let part: ServicePart
let staff: TestPerson
const sockets: Socket[] = []
beforeAll(async () => {
  service = await createTestService()
  staff = await service.logIn('staff')
  part = await startServicePart({
    DATABASE_URL: service.database.url,
    DATA_DIR: service.services.config.dataDir,
  })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await part.end()
  await service.close()
})

/** A connection that sends a little now and then; `closed` resolves with its lifetime in milliseconds. */
function dawdle(first: string, drip: string, everyMs: number) {
  const socket = connect(part.port, '127.0.0.1')
  sockets.push(socket)
  const start = performance.now()
  const timer = setInterval(() => socket.writable && socket.write(drip), everyMs)
  socket.on('connect', () => socket.write(first))
  socket.on('error', () => {})
  socket.resume()
  return new Promise<number>((resolve) =>
    socket.on('close', () => {
      clearInterval(timer)
      resolve(performance.now() - start)
    }),
  )
}

const health = async (count: number) => {
  const all: number[] = []
  for (let n = 0; n < count; n++) {
    const answer = await call(`http://127.0.0.1:${part.port}/healthz`)
    expect(answer.status).toBe(200)
    all.push(answer.ms)
  }
  return percentile(all, 0.95)
}

describe('S41 slow clients', () => {
  it('two hundred with slow headers are closed within 15 s, and others are served in the meantime', async () => {
    const before = openFiles(part.pid)
    const lives = Array.from({ length: 200 }, (_, n) =>
      dawdle('GET /api/v1/users/me HTTP/1.1\r\nHost: x\r\n', `X-${n}: y\r\n`, 1000),
    )
    await sleep(1500)
    expect(openFiles(part.pid)).toBeGreaterThan(before + 150)
    expect(await health(50)).toBeLessThan(200)
    const lived = await Promise.all(lives)
    expect(Math.max(...lived)).toBeLessThanOrEqual(15_000)
    expect(openFiles(part.pid)).toBeLessThanOrEqual(before + 5)
  })

  // Each waits half a minute: run in parallel.
  it.concurrent('a body of less than 1 KiB/s over half a minute is cut; without a session too', async () => {
    const head = (authorization: string) =>
      `POST /api/v1/modeling/v1/run/file HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n--b\r\nContent-Disposition: form-data; name="title"\r\n\r\n`
    const start = performance.now()
    const slow = Array.from({ length: 20 }, () =>
      dawdle(head(staff.headers.authorization), 'x'.repeat(100), 1000),
    )
    const nobody = dawdle(head('Bearer none'), 'x', 1000)
    expect(await health(50)).toBeLessThan(200)
    const lived = await Promise.all(slow)
    expect(Math.min(...lived)).toBeGreaterThan(25_000)
    expect(Math.max(...lived)).toBeLessThan(36_000)
    expect(await nobody).toBeLessThan(36_000)
    expect(performance.now() - start).toBeLessThan(40_000)
  })

  it.concurrent('a body that begins fast and then slows down is cut as well; a steady one is not, nor a slow check-in', async () => {
    const head = (length: number, path = 'modeling/v1/run/file', part = 'file"; filename="a.csv') =>
      `POST /api/v1/${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${staff.headers.authorization}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n--b\r\nContent-Disposition: form-data; name="${part}"\r\n\r\n`
    const checkIn = dawdle(head(10_000_000, 'interpolation/raster/check-in', 'title'), 'x', 1000)
    const faster = dawdle(head(10_000_000), 'x'.repeat(4000), 1000)
    const tired = await dawdle(head(10_000_000) + 'x'.repeat(25_000), 'x'.repeat(100), 1000)
    expect(tired).toBeGreaterThan(25_000)
    expect(tired).toBeLessThan(36_000)
    expect(await Promise.race([faster, checkIn, sleep(6000, 'still open')])).toBe('still open')
  })

  it('a thousand idle connections do not keep others waiting', async () => {
    for (let n = 0; n < 1000; n++) sockets.push(connect(part.port, '127.0.0.1').on('error', () => {}))
    await sleep(1000)
    expect(await health(100)).toBeLessThan(200)
  })
})
