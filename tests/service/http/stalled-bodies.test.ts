import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { type AddressInfo, type Socket, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchBody } from '#common/stalled-bodies.ts'

let server: Server
let client: Socket
let request: IncomingMessage
let received = ''

/** Real connections with a clock that the test controls. */
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
async function begin(
  method = 'POST',
  answer?: string,
  rule?: Parameters<typeof watchBody>[2],
): Promise<void> {
  received = ''
  const asked = new Promise<IncomingMessage>((resolve) =>
    server.once('request', (incoming, response) => {
      watchBody(incoming, response, rule)
      if (answer !== undefined) response.end(answer)
      resolve(incoming)
    }),
  )
  client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => {})
  client.setEncoding('utf8').on('data', (text: string) => (received += text))
  client.write(`${method} / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n`)
  request = await asked
}
afterEach(() => {
  vi.useRealTimers()
  client.destroy()
  server.closeAllConnections()
  server.close()
})

/** Ended, with an answer that is still on its way or without. */
const isCut = () => request.socket.destroyed || request.socket.writableEnded
const detail = async () => {
  await until(() => received.endsWith('}'))
  return (JSON.parse(received.slice(received.indexOf('{'))) as { detail: string }).detail
}

async function until(condition: () => boolean): Promise<void> {
  for (let n = 0; n < 5000 && !condition(); n++) await sleep(1)
  expect(condition()).toBe(true)
}

/** This many bytes, read by the server. */
async function send(bytes: number): Promise<void> {
  const before = request.socket.bytesRead
  client.write(Buffer.alloc(bytes))
  await until(() => request.socket.bytesRead - before >= bytes)
}

/** Sends far more than fits between client and a server that does not read. */
async function fill(): Promise<void> {
  for (let n = 0; n < 200; n++) client.write(Buffer.alloc(65_536))
  await until(() => request.readableLength >= request.readableHighWaterMark)
}

describe('the watch over a body', () => {
  it('ignores a call without one', async () => {
    client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const asked = new Promise<IncomingMessage>((resolve) => server.once('request', resolve))
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    request = await asked
    watchBody(request, {} as ServerResponse)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('allows one that pauses for twenty seconds', async () => {
    await begin()
    request.resume()
    for (let n = 0; n < 10; n++) {
      await send(64 * 1024)
      vi.advanceTimersByTime(20_000)
      expect(isCut()).toBe(false)
    }
  })

  it('allows one at little more than 1 KiB/s, for hours', async () => {
    await begin()
    request.resume()
    for (let n = 0; n < 720; n++) {
      await send(11_000)
      vi.advanceTimersByTime(10_000)
    }
    expect(isCut()).toBe(false)
  })

  it('cuts one that takes too long in all, however steady it is', async () => {
    await begin('POST', undefined, { wholeMs: 60_000 })
    request.resume()
    for (let n = 0; n < 6; n++) {
      expect(isCut()).toBe(false)
      await send(64 * 1024)
      vi.advanceTimersByTime(10_000)
    }
    vi.advanceTimersByTime(2500)
    expect(isCut()).toBe(true)
  })

  it('cuts one that stops', async () => {
    await begin()
    request.resume()
    await send(64 * 1024)
    vi.advanceTimersByTime(35_000)
    expect(isCut()).toBe(true)
  })

  it.each(['GET', 'HEAD', 'POST'])('cuts one that stalls after its answer (%s)', async (method) => {
    await begin(method, method === 'HEAD' ? '' : 'no')
    const { socket } = request
    await sleep(20)
    client.write('x')
    vi.advanceTimersByTime(35_000)
    expect(socket.destroyed).toBe(true)
  })

  it('allows one that we do not read: the store is slow, not the client', async () => {
    await begin()
    await fill()
    vi.advanceTimersByTime(300_000)
    expect(isCut()).toBe(false)
  })

  it('gives the client its half minute once we read again, and cuts it if nothing arrives', async () => {
    await begin()
    await fill()
    vi.advanceTimersByTime(300_000)
    request.resume()
    await until(() => request.socket.bytesRead > 200 * 65_536)
    vi.advanceTimersByTime(25_000)
    expect(isCut()).toBe(false)
    vi.advanceTimersByTime(10_000)
    expect(isCut()).toBe(true)
  })

  it('says why, if the call has no answer yet', async () => {
    await begin()
    request.resume()
    await send(1024)
    vi.advanceTimersByTime(35_000)
    expect(await detail()).toMatch(/^The request arrived at less than 1 KiB\/s for 30 seconds/)
    expect(received).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    await until(() => request.socket.destroyed)
  })
})

describe('the watch over an upload without a time-out', () => {
  const upload = { quietMs: 120_000 }

  it('allows a byte every two minutes, for hours', async () => {
    await begin('POST', undefined, upload)
    request.resume()
    for (let n = 0; n < 100; n++) {
      await send(1)
      vi.advanceTimersByTime(117_500)
      expect(isCut()).toBe(false)
    }
  })

  it('ends one from which nothing arrives for two minutes, and says so', async () => {
    await begin('POST', undefined, upload)
    request.resume()
    await send(64 * 1024)
    vi.advanceTimersByTime(120_000)
    expect(isCut()).toBe(false)
    vi.advanceTimersByTime(5000)
    expect(isCut()).toBe(true)
    expect(await detail()).toMatch(/^Nothing arrived for 120 seconds, so the upload was ended\./)
  })

  it('allows one that we do not read', async () => {
    await begin('POST', undefined, upload)
    await fill()
    vi.advanceTimersByTime(600_000)
    expect(isCut()).toBe(false)
  })

  it('holds what follows an answer, such as one without a session, to the usual rule', async () => {
    await begin('POST', 'no', upload)
    await sleep(20)
    client.write('x')
    vi.advanceTimersByTime(35_000)
    expect(isCut()).toBe(true)
  })
})
