import { type Socket, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../faults/support/call.ts'
import { openFiles } from '../faults/support/part.ts'
import { percentile } from '../faults/support/times.ts'
import { type WebPart, startWebPart } from './web-part.ts'

let web: WebPart
const sockets: Socket[] = []
beforeAll(async () => {
  web = await startWebPart()
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => web.end())

/** Sends `first`, then `drip` every second; resolves with the connection's lifetime in milliseconds. */
function dawdle(first: string, drip: string): Promise<number> {
  const socket = connect(web.port, '127.0.0.1')
  sockets.push(socket)
  const start = performance.now()
  const timer = setInterval(() => socket.writable && socket.write(drip), 1000)
  socket.on('connect', () => socket.write(first)).on('error', () => {})
  socket.resume()
  return new Promise((resolve) =>
    socket.on('close', () => {
      clearInterval(timer)
      resolve(performance.now() - start)
    }),
  )
}

const health = async () => {
  const all: number[] = []
  for (let n = 0; n < 50; n++) {
    const answer = await call(`${web.url}/healthz`)
    expect(answer.status).toBe(200)
    all.push(answer.ms)
  }
  return percentile(all, 0.95)
}

describe('S41 slow clients of the web server', () => {
  it('two hundred with slow headers are closed within 15 s, and others are served in the meantime', async () => {
    const before = openFiles(web.pid)
    const lives = Array.from({ length: 200 }, (_, n) =>
      dawdle('GET / HTTP/1.1\r\nHost: x\r\n', `X-${n}: y\r\n`),
    )
    await sleep(1500)
    expect(openFiles(web.pid)).toBeGreaterThan(before + 150)
    expect(await health()).toBeLessThan(200)
    expect(Math.max(...(await Promise.all(lives)))).toBeLessThanOrEqual(15_000)
    expect(openFiles(web.pid)).toBeLessThanOrEqual(before + 5)
  })

  it('a body of less than 1 KiB/s over half a minute is cut, for any request', async () => {
    const head = (path: string) =>
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nSec-Fetch-Site: same-origin\r\nCookie: token=stand-in-token\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"t":`
    const paths = [`/_serverFn/${'0'.repeat(64)}`, '/api/upload', '/login', '/']
    const lived = await Promise.all(paths.map((path) => dawdle(head(path), ' '.repeat(50))))
    expect(Math.max(...lived)).toBeLessThan(36_000)
    expect(await health()).toBeLessThan(200)
  })

  it('a thousand idle connections do not keep others waiting', async () => {
    for (let n = 0; n < 1000; n++) sockets.push(connect(web.port, '127.0.0.1').on('error', () => {}))
    await sleep(1000)
    expect(await health()).toBeLessThan(200)
  })
})
