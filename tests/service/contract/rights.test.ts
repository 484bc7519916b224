import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BASE_PATH, ROLES, type Role } from '#contract/endpoint.ts'
import { allRoutes } from '#service/http/routes.ts'
import { type TestService, createTestService } from '../../support/service.ts'
import { everyCase } from '../../support/every-case.ts'
import { WHO_MAY_CALL } from './who-may-call.ts'

interface Line {
  method: string
  path: string
  roles: readonly string[]
}

const lines = WHO_MAY_CALL.trim()
  .split('\n')
  .map((line): Line => {
    const [method, path, ...roles] = line.split(/\s+/)
    return { method, path, roles }
  })
const called = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

let service: TestService
beforeAll(async () => {
  service = await createTestService()
})
afterAll(() => service.close())

/** A parameter that no call has: rights are checked before it is rejected, and nothing happens. */
const call = ({ method, path }: Line, headers: Record<string, string>) =>
  service.app.inject({
    method: method as 'GET',
    url: `${BASE_PATH}${path.replaceAll(/\{\w+\}/g, '1')}?no_such_parameter=1`,
    headers,
  })

describe('who may call what', () => {
  it('is listed once for every route', () => {
    expect(lines.map(called).toSorted()).toEqual(allRoutes.map(({ endpoint }) => called(endpoint)).toSorted())
    for (const { path, roles } of lines)
      expect([['anyone'], ['admin'], ['staff', 'admin'], [...ROLES]], path).toContainEqual(roles)
  })

  const cases = lines.map((line) => [called(line), line] as const)
  everyCase('is so for every call and role', cases, async (line) => {
    const nobody = await call(line, {})
    if (line.roles[0] === 'anyone') return expect([401, 403]).not.toContain(nobody.statusCode)
    expect([401, 403]).toContain(nobody.statusCode)
    expect(nobody.json().detail).toBe('Could not validate credentials')
    const allowed: Role[] = []
    for (const role of ROLES) {
      const answer = await call(line, (await service.logIn(role)).headers)
      expect([400, 403, 422], `${role}: ${answer.body}`).toContain(answer.statusCode)
      if (answer.statusCode !== 403) allowed.push(role)
      else expect(answer.json().detail, role).toMatch(/^This needs the role /)
    }
    expect(allowed).toEqual(line.roles)
  })
})

describe('a token', () => {
  it('counts only after the word Bearer', async () => {
    const { token } = await service.logIn('viewer')
    const ask = async (authorization: string) =>
      (await service.app.inject({ url: `${BASE_PATH}/users/me`, headers: { authorization } })).statusCode
    expect(await ask(`Bearer ${token}`)).toBe(200)
    expect(await ask(`bearer ${token}`)).toBe(200)
    for (const header of [token, `Basic ${token}`, `Token ${token}`, `Bearer${token}`, `Bearer ${token} x`])
      expect(await ask(header), header.replace(token, '…')).toBe(403)
  })
})
