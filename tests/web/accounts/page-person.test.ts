// @vitest-environment node
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

const web = vi.hoisted(() => ({
  config: { apiUrl: '' },
  token: undefined as string | undefined,
  page: undefined as string | undefined,
}))
// The request that the framework is handling: its session, and the person that its page names.
vi.mock('@tanstack/react-start/server', () => ({ getRequestHeader: () => web.page }))
vi.mock('~/server/http/config.server.ts', () => ({ config: web.config }))
vi.mock('~/server/http/session.server.ts', () => ({ readToken: () => web.token }))
vi.mock('~/server/http/peer.server.ts', () => ({ peerHeaders: () => ({}) }))
const { proxy } = await import('~/server/http/proxy.server.ts')
const { callApi } = await import('~/server/http/api.server.ts')
const { OTHER_PERSON } = await import('~/api/api-error.ts')
const { PAGE_PERSON, pagePersonHeader, setPagePerson } = await import('~/api/page-person.ts')
const { updateMe, getMe, logout, login } = await import('#contract/accounts/accounts.ts')

const people: Record<string, number> = { 'token-of-ada': 1, 'token-of-grace': 2 }
/** What reached the service. */
let seen: string[] = []
let server: Server

beforeAll(async () => {
  server = createServer((request, response) => {
    const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
    seen.push(`${request.method} ${request.url}`)
    const id = people[token]
    const status = request.url?.endsWith('access-token') || id !== undefined ? 200 : 403
    const me = { id, name: 'A B', first_name: 'A', last_name: 'B', email: 'a@b.example', roles: [] }
    const body =
      status === 403
        ? { detail: 'Could not validate credentials' }
        : { ...me, msg: 'Done.', accessToken: 'new' }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  web.config.apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  seen = []
  web.token = 'token-of-grace'
  web.page = '1'
})

const names = { first_name: 'A', last_name: 'B' }
const send = (method: string, page?: string) =>
  proxy(
    new Request('http://web.example/api/v1/tags', {
      method,
      headers: page === undefined ? {} : { [PAGE_PERSON]: page },
    }),
  )

test("a server function changes nothing for another person's page, and reads as before", async () => {
  await expect(callApi(updateMe, { body: names })).rejects.toMatchObject({
    status: 409,
    detail: OTHER_PERSON,
  })
  expect(seen.filter((call) => !call.startsWith('GET'))).toEqual([])
  await callApi(getMe, {})
  web.page = '2'
  await callApi(updateMe, { body: names })
  expect(seen.filter((call) => !call.startsWith('GET'))).toHaveLength(1)
})

test('a session that begins or ends is no change of the page', async () => {
  await callApi(login, { body: { username: 'ada', password: 'secret' } })
  await callApi(logout, {}, { token: 'token-of-grace' })
  expect(seen).toHaveLength(2)
})

test('so does the proxy, for each method that changes something', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const answer = await send(method, '1')
    expect(answer.status).toBe(409)
    expect(await answer.json()).toEqual({ detail: OTHER_PERSON })
  }
  expect(seen.filter((call) => !call.startsWith('GET'))).toEqual([])
  expect((await send('POST', '2')).status).toBe(200)
  expect((await send('GET', '1')).status).toBe(200)
  // A script names no page.
  expect((await send('POST')).status).toBe(200)
})

test('a token that another person has got since counts as theirs; one that has ended as ended', async () => {
  web.token = 'token-of-ada'
  expect((await send('POST', '1')).status).toBe(200)
  web.token = 'token-of-grace'
  expect((await send('POST', '1')).status).toBe(409)
  web.token = 'an ended one'
  expect((await send('POST', '1')).status).toBe(403)
})

test('a page names its person until it has none', () => {
  expect(pagePersonHeader()).toEqual({})
  setPagePerson(7)
  expect(pagePersonHeader()).toEqual({ [PAGE_PERSON]: '7' })
  setPagePerson(null)
  expect(pagePersonHeader()).toEqual({})
})
