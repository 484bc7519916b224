import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BASE_PATH } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type TestPerson, type TestService, createTestService } from '../support/service.ts'

const MAPS = 'https://maps.example.org'

/** The service, with one other origin allowed. */
let service: TestService
let viewer: TestPerson
beforeAll(async () => {
  service = await createTestService({ config: { corsOrigins: [MAPS] } })
  viewer = await service.logIn('viewer')
})
afterAll(() => service.close())

const preflight = (path: string, method: string, origin = MAPS) =>
  service.app.inject({
    method: 'OPTIONS',
    url: BASE_PATH + path,
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization',
    },
  })
const allowedBy = (headers: Record<string, unknown>) => headers['access-control-allow-origin']

describe('S19 an allowed origin', () => {
  it('reads with a token, and sees the headers of ranges', async () => {
    const answer = await service.inject({ url: '/stac', headers: { ...viewer.headers, origin: MAPS } })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': MAPS, vary: 'Origin' })
    expect(answer.headers['access-control-expose-headers']).toContain('Content-Range')
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
  })

  it('reads the reason of a rejection, too', async () => {
    const answer = await service.inject({ url: '/stac', headers: { origin: MAPS } })
    expect([answer.statusCode, allowedBy(answer.headers)]).toEqual([403, MAPS])
  })

  it('may send a search and a range after a preflight', async () => {
    const search = await preflight('/stac/search', 'POST')
    expect(search.statusCode).toBe(204)
    expect(search.headers['access-control-allow-methods']?.split(', ').sort()).toEqual([
      'GET',
      'HEAD',
      'POST',
    ])
    const cog = await preflight('/raster/v1/assets/1/cog.tif', 'GET')
    expect([cog.statusCode, allowedBy(cog.headers)]).toEqual([204, MAPS])
    expect(cog.headers['access-control-allow-headers']).toContain('Range')
  })

  it('changes nothing: no call that writes answers it or its preflight', async () => {
    for (const { name, method, path, scope, access } of endpoints) {
      if (scope === 'read' || (access === 'public' && method === 'GET')) continue
      const url = path.replaceAll(/\{\w+\}/g, '1')
      const answer = await service.app.inject({ method, url: BASE_PATH + url, headers: { origin: MAPS } })
      expect(allowedBy(answer.headers), name).toBeUndefined()
      const before = await preflight(url, method)
      // What reads may have the same address.
      expect(before.headers['access-control-allow-methods'] ?? '', name).toMatch(/^(GET, HEAD)?$/)
    }
  })
})

it('S19 any other origin is allowed nothing', async () => {
  for (const origin of ['https://evil.example', `${MAPS}.evil.example`, 'http://maps.example.org', 'null']) {
    const answer = await service.inject({ url: '/stac', headers: { ...viewer.headers, origin } })
    expect(allowedBy(answer.headers), origin).toBeUndefined()
    expect((await preflight('/stac', 'GET', origin)).statusCode).toBe(404)
  }
})
