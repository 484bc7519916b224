// @vitest-environment node
import { expect, test } from 'vitest'
import { sanitizeHtml } from '~/server/comic.server.ts'
import { contentSecurityPolicy, newNonce } from '~/server/http/csp.server.ts'
import { publicError } from '~/server/http/errors.server.ts'
import { targetOf } from '~/server/http/proxy.server.ts'
import { ApiError } from '~/api/api-error.ts'
import { cpuMs } from '../../support/cpu-ms.ts'

const API = 'http://127.0.0.1:8092/api/v1'
const at = (path: string) => targetOf(new URL(path, 'http://web.example'), API)?.href

test('passes on paths below the base with their query', () => {
  expect(at('/api/v1/modeling/v1/jobs/7/download/mean?a=1')).toBe(
    `${API}/modeling/v1/jobs/7/download/mean?a=1`,
  )
  expect(at('/api/v1/countries/')).toBe(`${API}/countries/`)
  expect(at('/api/v1/stac/a%20b/100%25?q=auth')).toBe(`${API}/stac/a%20b/100%25?q=auth`)
  expect(at('/api/v1/authors')).toBe(`${API}/authors`)
})

test.each([
  '/api/v2/users',
  '/api/v1',
  '/api/',
  '/api/v1/../admin',
  '/api/v1/%2e%2e/admin',
  '/api/v1/..%2fadmin',
  '/api/v1/%5cevil',
  '/api/v1//evil.example/x',
  '/api/v1/auth/login/access-token',
  '/api/v1/AUTH/logout',
  '/api/v1/http://evil.example',
  '/api/v1/%61uth/login/access-token',
  '/api/v1/%41%55%54%48/login/access-token',
  '/api/v1/%2561uth/login/access-token',
  '/api/v1/%252561uth/login/access-token',
  '/api/v1/auth;x=1/login/access-token',
  '/api/v1/auth%3Bx/login/access-token',
  '/api/v1/auth%20/login/access-token',
  '/api/v1/./auth/login/access-token',
  '/api/v1/%2e/auth/login/access-token',
  '/api/v1/%252e/auth/login/access-token',
  '/api/v1/.;x/auth/login/access-token',
  '/api/v1/users/..%252fauth/login/access-token',
  '/api/v1/users/%252e%252e/auth/login/access-token',
  '/api/v1/http:auth/login/access-token',
  '/api/v1/http:%61uth/login/access-token',
  '/api/v1/auth',
  '/api/v1/auth%2Flogin',
  '/api/v1/users/%00',
  '/api/v1/users/%2500',
  '/api/v1/users/%0d%0ax',
  '/api/v1/users/%zz',
  '/api/v1/users/%ff',
  '/api/v1/users/%255cevil',
])('passes on nothing for %s', (path) => {
  expect(at(path)).toBeUndefined()
})

test('checks a path of any length quickly', () => {
  const start = cpuMs()
  at(`/api/v1/${'%25'.repeat(20_000)}61uth`)
  at(`/api/v1/${'a/'.repeat(30_000)}`)
  at(`/api/v1/${'%2561'.repeat(10_000)}`)
  expect(cpuMs() - start).toBeLessThan(100)
})

test('every response has its own nonce, which scripts need', () => {
  const [a, b] = [newNonce(), newNonce()]
  expect(a).not.toBe(b)
  const policy = contentSecurityPolicy(a, { dev: false })
  expect(policy).toContain(`script-src 'self' 'nonce-${a}' 'strict-dynamic'`)
  for (const part of [
    "default-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ]) {
    expect(policy.split('; ')).toContain(part)
  }
  expect(policy).not.toContain('unsafe-eval')
  expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toContain('unsafe-inline')
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<style>*{display:none}</style>',
  '<form action="https://evil"><input></form>',
  '<base href="https://evil">',
  '<meta http-equiv="refresh" content="0;url=https://evil">',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<p style="position:fixed">x</p>',
  '<object data="x"></object><embed src="x">',
  '<img src="//evil.example/x.png">',
])('removes %s from the comic', (html) => {
  expect(sanitizeHtml(html)).not.toMatch(
    /script|onerror|onload|srcdoc|<style|style=|<form|<base|<meta|<svg|data:|<object|<embed|evil/i,
  )
})

test.each(['<b>', '</b>', '<a href="', '<', '<!--', '&', '<p ', '<b><i>', ' '])(
  'a comic of a million %j does not block the server',
  (unit) => {
    const start = cpuMs()
    expect(sanitizeHtml(unit.repeat(1_000_000))).toBe('')
    // The longest that is read at all.
    sanitizeHtml(unit.repeat(Math.floor(65_536 / unit.length)))
    expect(cpuMs() - start).toBeLessThan(1000)
  },
)

test('keeps the comic’s picture and text', () => {
  const html = sanitizeHtml('<p>A <b>map</b></p><img src="https://imgs.example/a.png" alt="A map">')
  expect(html).toContain('<p>A <b>map</b></p>')
  expect(html).toContain('src="https://imgs.example/a.png"')
})

test('errors sent to the browser contain only the service’s message', () => {
  const said = new ApiError(409, 'The job has ended.')
  expect(publicError(said)).toBe(said)
  expect(publicError(new Error(JSON.stringify([{ path: ['x'], message: 'Invalid' }])))).toMatchObject({
    status: 422,
    detail: 'The request is not valid.',
  })
})

test('logs an unknown error and answers without its message', async () => {
  const { expectConsoleError } = await import('../../support/web/web.setup.ts')
  expectConsoleError(/A server function failed/)
  const hidden = publicError(new Error('select * from secrets at /srv/app'))
  expect(hidden).toMatchObject({ status: 500, detail: '' })
  expect(hidden.message).not.toContain('secrets')
})
