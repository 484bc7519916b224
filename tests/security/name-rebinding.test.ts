import { type RequestListener, type Server, createServer, request } from 'node:http'
import { type AddressInfo, type LookupFunction, createServer as createSocketServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addToLayerTracker } from '#contract/layer-tracker.ts'
import { getComic } from '#service/domain/app/get-comic.ts'
import { openRemote } from '#service/domain/worldpop/open-remote.ts'
import { publicLookup } from '#service/domain/worldpop/public-address.ts'

/** A port on loopback that our code must never connect to. */
let hits = 0
let port = 0
let server: Server
const answerWith =
  (answer: RequestListener): RequestListener =>
  (incoming, outgoing) => {
    hits++
    answer(incoming, outgoing)
  }
beforeEach(async () => {
  hits = 0
  server = createServer(
    answerWith((_incoming, outgoing) =>
      outgoing.setHeader('content-type', 'text/html').end('<p>secret of the house</p>'),
    ),
  )
  server.on('connection', () => hits++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** The hostile resolver: the first answer is public (an unroutable block), every later one is this machine. */
function rebinding() {
  let asked = 0
  const validated: string[] = []
  const inner = publicLookup((_host, _options, done) => {
    const address = asked++ === 0 ? '192.31.196.1' : '127.0.0.1'
    validated.push(address)
    done(null, [{ address, family: 4 }])
  })
  return { lookup: inner, asked: () => asked, validated }
}

/** Validates like the product, then records the socket's target instead of sending anything. */
function noted(inner: LookupFunction) {
  const given: string[] = []
  const lookup: LookupFunction = (host, options, done) =>
    inner(host, options, (error, addresses, family) => {
      if (error) return done(error, addresses as never, family)
      for (const one of Array.isArray(addresses) ? addresses : [{ address: addresses }])
        given.push(one.address)
      done(new Error('nobody goes out from a test'), '', 0)
    })
  return { given, lookup }
}

const hidden = (address: string) =>
  publicLookup((_host, _options, done) => done(null, [{ address, family: address.includes(':') ? 6 : 4 }]))

describe('S38 a name that changes its answer', () => {
  it('the listener would be reached if the address were used directly', async () => {
    const bare: LookupFunction = (_host, options, done) =>
      options.all
        ? done(null, [{ address: '127.0.0.1', family: 4 }])
        : (done as (error: null, address: string, family: number) => void)(null, '127.0.0.1', 4)
    const html = await getComic({ comicUrl: `http://comic-${port}.example:${port}/bare` }, Date.now, bare)
    expect(html).toContain('secret of the house')
    expect(hits).toBeGreaterThan(0)
  })

  it('the comic: the first address is validated and used, the second is never requested', async () => {
    const { lookup, asked, validated } = rebinding()
    const { given, lookup: noting } = noted(lookup)
    const url = `http://rebind-${port}.example:${port}/`
    expect(await getComic({ comicUrl: url }, Date.now, noting)).toBe('')
    expect(given).toEqual(validated)
    expect(asked()).toBe(1)
    // More than an hour later it is resolved again: now the name points here, and no connection is made.
    expect(await getComic({ comicUrl: url }, () => Date.now() + 4_000_000, noting)).toBe('')
    expect(asked()).toBe(2)
    expect(given).toHaveLength(1)
    expect(hits).toBe(0)
  })

  it('a raster by address: the same', async () => {
    const { lookup, asked, validated } = rebinding()
    const { given, lookup: noting } = noted(lookup)
    const open = () =>
      openRemote(new URL('https://data.worldpop.org/a.tif'), {
        allowedHosts: [],
        lookup: noting,
        request: (url, options, answered) =>
          request(`http://${url.hostname}:${port}${url.pathname}`, options, answered),
      })
    await expect(open()).rejects.toThrow(/cannot be reached/)
    expect(given).toEqual(validated)
    expect(asked()).toBe(1)
    await expect(open()).rejects.toThrow(/resolves to an address that is not public/)
    expect(given).toHaveLength(1)
    expect(hits).toBe(0)
  })

  it.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1', '0.0.0.0'])(
    'the comic of a name that resolves to %s is empty, and no request is sent',
    async (address) => {
      const url = `http://inside-${address.replaceAll(/[.:]/g, '-')}.example:${port}/`
      expect(await getComic({ comicUrl: url }, Date.now, hidden(address))).toBe('')
      expect(hits).toBe(0)
    },
  )

  it('names are validated by default: localhost is not allowed for a comic', async () => {
    expect(await getComic({ comicUrl: `http://localhost:${port}/` })).toBe('')
    expect(hits).toBe(0)
  })

  it('a redirect of the comic into our own network is not followed', async () => {
    const outside = createSocketServer((socket) =>
      socket.end(`HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:${port}/\r\nContent-Length: 0\r\n\r\n`),
    )
    await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
    const { port: other } = outside.address() as AddressInfo
    expect(await getComic({ comicUrl: `http://127.0.0.1:${other}/` })).toBe('')
    outside.close()
    expect(hits).toBe(0)
  })
})

describe('S38 the id of a sheet', () => {
  const parse = (sheet_id: unknown) =>
    (addToLayerTracker.body as { safeParse(value: unknown): { success: boolean } }).safeParse({
      sheet_id,
      sheet_name: 'Layers',
      job_ids: [1],
    }).success
  it.each(['1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms', 'a'.repeat(20), `${'a_-'.repeat(8)}`])(
    '%s is one',
    (id) => expect(parse(id)).toBe(true),
  )
  it.each([
    'a'.repeat(19),
    'a'.repeat(101),
    '../../../../etc/passwd/x',
    'https://evil.example/aaaaaaaaaaaa',
    `${'a'.repeat(20)}?x=1`,
    `${'a'.repeat(20)}/../x`,
    `${'a'.repeat(20)}%2e`,
    `${'a'.repeat(20)}\n`,
    `@${'a'.repeat(20)}`,
    `${'é'.repeat(20)}`,
    ['a'.repeat(20)],
    null,
  ])('%j is none', (id) => expect(parse(id)).toBe(false))
})
