// @vitest-environment node
import { beforeEach, expect, test, vi } from 'vitest'

const http = vi.hoisted(() => ({
  url: 'http://localhost:3000/',
  appUrl: 'http://localhost:3000',
  origin: undefined as string | undefined,
  jar: new Map<string, string>(),
  set: vi.fn(),
  removed: vi.fn(),
}))
// The cookies and the address of the request that the framework is handling.
vi.mock('@tanstack/react-start/server', () => ({
  getRequest: () => ({ url: http.url }),
  getRequestHeader: () => http.origin,
  getCookie: (name: string) => http.jar.get(name),
  setCookie: http.set,
  deleteCookie: http.removed,
}))
// Read once from the environment; here each test has its own address.
vi.mock('~/server/http/config.server.ts', () => ({
  config: {
    get appUrl() {
      return http.appUrl
    },
  },
}))
const session = await import('~/server/http/session.server.ts')

beforeEach(() => {
  http.url = 'http://localhost:3000/'
  http.appUrl = 'http://localhost:3000'
  http.origin = undefined
  http.jar.clear()
})

test('scripts cannot read the token', () => {
  session.writeToken('secret')
  expect(http.set).toHaveBeenCalledWith('token', 'secret', {
    httpOnly: true,
    maxAge: 86_400,
    path: '/',
    sameSite: 'lax',
    secure: false,
  })
})

test.each([
  ['the configured address', () => (http.appUrl = 'https://strata.example')],
  ['the request', () => (http.url = 'https://localhost/')],
])('with https by %s, cookies are Secure and have the __Host- prefix', (_, arrange) => {
  arrange()
  http.jar.set('token', 'planted by another site of the domain')
  expect(session.readToken()).toBeUndefined()
  session.writeToken('secret')
  expect(http.set).toHaveBeenCalledWith(
    '__Host-token',
    'secret',
    expect.objectContaining({ secure: true, path: '/' }),
  )
  session.clearSession()
  expect(http.removed).toHaveBeenCalledWith(
    '__Host-token',
    expect.objectContaining({ secure: true, httpOnly: true }),
  )
  expect(http.removed).toHaveBeenCalledWith('current-user', expect.objectContaining({ secure: true }))
})

test('a browser that does not send the probe back gets the reason why no session can begin', () => {
  const why = () => {
    try {
      return session.checkProbe()
    } catch (error) {
      return (error as Error).message
    }
  }
  session.writeProbe()
  const [name, value, attributes] = http.set.mock.lastCall as [string, string, object]
  session.writeToken('secret')
  const { maxAge: _age, ...ofToken } = http.set.mock.lastCall![2] as Record<string, unknown>
  expect(attributes).toMatchObject(ofToken)
  expect(why()).toMatch(/^Your browser does not keep the cookies of this site/)
  http.jar.set(name, value)
  expect(why()).toBeUndefined()

  http.appUrl = 'https://strata.example'
  http.origin = 'https://strata.example'
  // The cookie of plain http has another name.
  expect(why()).toMatch(/^Your browser does not keep the cookies of this site/)
  http.origin = 'http://10.0.0.7:3000'
  expect(why()).toBe(
    'This page was opened over http, where no session can be kept: open https://strata.example and log in there.',
  )
  session.writeProbe()
  expect(http.set).toHaveBeenLastCalledWith('__Host-probe', 'kept', expect.objectContaining({ secure: true }))
})

test('keeps only id, name and roles of the person', () => {
  const me = { id: 3, name: 'Ada', roles: [{ name: 'admin' }], email: 'a@b.c' }
  session.writeUser(me)
  expect(JSON.parse(http.set.mock.calls[0]?.[1] as string)).toEqual({
    id: 3,
    name: 'Ada',
    roles: [{ name: 'admin' }],
  })
  http.jar.set('current-user', http.set.mock.calls[0]?.[1] as string)
  expect(session.readUser()).toEqual({ id: 3, name: 'Ada', roles: [{ name: 'admin' }] })
})

test.each(['', 'nonsense', '{"id":"x"}', '[]'])('ignores a malformed current-user cookie (%s)', (value) => {
  http.jar.set('current-user', value)
  expect(session.readUser()).toBeNull()
})

test('preferences', () => {
  expect(session.readTheme()).toBe('light')
  for (const theme of ['dark', 'system', 'light']) {
    http.jar.set('theme', theme)
    expect(session.readTheme()).toBe(theme)
  }
  http.jar.set('theme', '"><script>')
  expect(session.readTheme()).toBe('light')
  expect(session.readRail()).toBe(false)
  http.jar.set('menu', 'rail')
  expect(session.readRail()).toBe(true)
  expect(session.readFirstSteps()).toBe(true)
  http.jar.set('first-steps', 'hidden')
  expect(session.readFirstSteps()).toBe(false)
})
