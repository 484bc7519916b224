import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { getComic } from '#service/domain/app/get-comic.ts'
import { renderComic, sanitiseComic } from '#service/domain/app/sanitise-comic.ts'
import { createTestService } from '../../support/service.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})
const serve = (answer: RequestListener): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer(answer)
    servers.push(server)
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    )
  })
const json =
  (value: unknown): RequestListener =>
  (_request, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
const comic = { img: 'https://imgs.example/a.png', alt: 'A "joke" <b>', title: 'Title & more', num: 1 }

describe('the comic', () => {
  it('is built from the JSON form, with every word escaped', async () => {
    const html = await getComic({ comicUrl: await serve(json(comic)) })
    expect(html).toBe(
      '<p>Title &amp; more</p><img src="https://imgs.example/a.png" alt="Title &amp; more" title="A &quot;joke&quot; &lt;b&gt;" />',
    )
  })
  it('is taken from HTML', async () => {
    const url = await serve((_request, response) =>
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end('<p onclick="x()">Hello</p><script>alert(1)</script>'),
    )
    expect(await getComic({ comicUrl: url })).toBe('<p>Hello</p>')
  })
  it('is cached for an hour, and fetched once for many callers', async () => {
    let asked = 0
    const url = await serve((request, response) => (asked++, json(comic)(request, response)))
    await Promise.all([1, 2, 3].map(() => getComic({ comicUrl: url })))
    const later = Date.now() + 3_590_000
    await getComic({ comicUrl: url }, () => later)
    expect(asked).toBe(1)
    await getComic({ comicUrl: url }, () => later + 20_000)
    expect(asked).toBe(2)
  })
  it('is empty if none is configured', async () => {
    expect(await getComic({ comicUrl: undefined })).toBe('')
  })
  it.each<[string, RequestListener]>([
    ['fails', (_request, response) => response.writeHead(500).end('no')],
    [
      'leads elsewhere',
      (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    ['breaks off', (_request, response) => response.destroy()],
    ['sends a picture', (_request, response) => response.setHeader('content-type', 'image/png').end('x')],
    ['sends no type', (_request, response) => response.end('<p>x</p>')],
    [
      'sends damaged JSON',
      (_request, response) => response.setHeader('content-type', 'application/json').end('{'),
    ],
    ['sends other JSON', json({ hello: 1 })],
    ['names a picture over http', json({ ...comic, img: 'http://imgs.example/a.png' })],
    ['names a script as picture', json({ ...comic, img: 'javascript:alert(1)' })],
    [
      'sends more than 1 MiB',
      (_request, response) => response.setHeader('content-type', 'text/html').end('x'.repeat(2 ** 20 + 1)),
    ],
  ])('is empty if its server %s', async (_case, answer) => {
    expect(await getComic({ comicUrl: await serve(answer) })).toBe('')
  })
  it('is empty if its server is unavailable, and a failure is retried after a minute', async () => {
    let broken = true
    const url = await serve((request, response) =>
      broken ? response.writeHead(503).end() : json(comic)(request, response),
    )
    expect(await getComic({ comicUrl: url })).toBe('')
    broken = false
    expect(await getComic({ comicUrl: url })).toBe('')
    expect(await getComic({ comicUrl: url }, () => Date.now() + 61_000)).toContain('imgs.example')
    expect(await getComic({ comicUrl: 'http://127.0.0.1:1/' })).toBe('')
  })
  it('comes through the call, for logged-in people', async () => {
    const service = await createTestService({ config: { comicUrl: await serve(json(comic)) } })
    const viewer = await service.logIn('viewer')
    const response = await service.inject({ url: '/app/xkcd', headers: viewer.headers })
    expect(response.json().data).toContain('<img src="https://imgs.example/a.png"')
    expect((await service.inject({ url: '/app/xkcd' })).statusCode).toBe(403)
    await service.close()
  })
})

describe('sanitising', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<img src="https://a.example/x.png" onerror="alert(1)">',
    '<svg onload=alert(1)><circle/></svg>',
    '<svg><script>alert(1)</script></svg>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="jav&#x09;ascript:alert(1)">x</a>',
    '<a href=" javascript:alert(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="vbscript:x">x</a>',
    '<a href="//evil.example">x</a>',
    '<a href="http://evil.example">x</a>',
    '<a href="https://ok.example" target="_blank" onclick="x()" style="position:fixed">x</a>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<iframe src="https://evil.example"></iframe>',
    '<style>*{background:url(https://evil.example)}</style>',
    '<p style="background:url(https://evil.example)">x</p>',
    '<form action="https://evil.example"><input name=password></form>',
    '<base href="https://evil.example">',
    '<meta http-equiv="refresh" content="0;url=https://evil.example">',
    '<link rel=stylesheet href="https://evil.example">',
    '<object data="https://evil.example"></object>',
    '<embed src="https://evil.example">',
    '<video src="https://evil.example" autoplay></video>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    '<!--<img src="--><img src=x onerror=alert(1)//">',
    '<img src="https://a.example/x.png" srcset="https://evil.example 2x">',
    '<template><img src=x onerror=alert(1)></template>',
    '<textarea><img src=x onerror=alert(1)></textarea>',
    '<p><a href="https://ok.example" ping="https://evil.example">x</a></p>',
    `${'<p>'.repeat(5000)}deep`,
  ])('removes everything executable or remote from %s', (html) => {
    const clean = sanitiseComic(html)
    expect(clean).not.toMatch(/<(?!\/?(p|a|img)[\s>/])/i)
    expect(clean).not.toMatch(/\son\w+\s*=|javascript:|vbscript:|data:|srcset|style=|target=|evil\.example/i)
    for (const [, href] of clean.matchAll(/(?:href|src)="([^"]*)"/g)) expect(href).toMatch(/^https:\/\//)
  })
  it('keeps text, paragraphs, images and links', () => {
    const html =
      '<p>Hello <a href="https://a.example/x">you</a></p><img src="https://a.example/x.png" alt="y" />'
    expect(sanitiseComic(html)).toBe(html.replace('">you', '" rel="noopener noreferrer">you'))
    expect(renderComic('text/html', 'plain text')).toBe('plain text')
  })
})
