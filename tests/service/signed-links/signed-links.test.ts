import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import { eq, sql } from '#drizzle'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { BASE_PATH } from '#contract/endpoint.ts'
import type { SignedLink } from '#contract/accounts/signed-links.ts'
import { connect } from '#service/db/client.ts'
import {
  access_tokens,
  job_outputs,
  jobs,
  signed_link_revocations,
  signing_secrets,
  users,
} from '#service/db/schema.ts'
import { currentSecret, rotateSecret } from '#service/domain/link-tokens/secret.ts'
import { revoke } from '#service/domain/signed-links/revoke.ts'
import { sign } from '#service/domain/signed-links/sign.ts'
import { makeToken } from '#service/domain/link-tokens/token.ts'
import { createApp } from '#service/http/app.ts'
import { allRoutes } from '#service/http/routes.ts'
import { createLog } from '#service/log.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { addJobWithOutput } from './job-with-output.ts'
import { signElsewhere } from './sign-process.ts'

const CONTENT = randomBytes(5000)
const PUBLIC = 'https://maps.example.org/strata'
let service: TestService
let person: TestPerson
let jobId: number
let pendingId: number
beforeAll(async () => {
  service = await createTestService({ config: { apiPublicUrl: PUBLIC } })
  person = await service.logIn('viewer')
  const made = await addJobWithOutput(service.services, person.id, CONTENT)
  jobId = made.id
  pendingId = made.anotherPending
})
afterAll(() => service.close())
afterEach(async () => {
  vi.useRealTimers()
  await service.services.db.delete(signed_link_revocations)
})

const target = () => ({ kind: 'job-output' as const, recordId: jobId, part: 'mean' })
const pathOf = (url: string) => url.slice(url.indexOf(BASE_PATH) + BASE_PATH.length)
const ask = async (type = 'mean', id = jobId, payload?: object) =>
  service.inject({
    method: 'POST',
    url: `/modeling/v1/jobs/${id}/link/${type}`,
    headers: person.headers,
    ...(payload ? { payload } : {}),
  })
const link = async (payload?: object): Promise<SignedLink> => (await ask('mean', jobId, payload)).json()
const open = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  service.inject({ method, url: pathOf(url), headers })
/** The two parts of a link that are signed. */
const take = (url: string) => {
  const [token, filename] = pathOf(url).split('/').slice(3)
  return { token, filename, withToken: (other: string) => url.replace(token, other) }
}
const FORGED = 'This link is not valid: it was truncated or changed. Copy the whole link again.'

describe('a signed link', () => {
  it('opens the file without a session, at the configured address', async () => {
    const { url, expires_at } = await link()
    expect(url).toMatch(/^https:\/\/maps\.example\.org\/strata\/api\/v1\/files\/signed\/[\w.-]+\/mean\.tif$/)
    const minutes = (Date.parse(expires_at) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(9)
    expect(minutes).toBeLessThan(11)
    const response = await open(url)
    expect(response.statusCode).toBe(200)
    expect(response.rawPayload).toEqual(CONTENT)
    expect(response.headers).toMatchObject({
      'content-type': 'image/tiff',
      'content-disposition': 'attachment; filename="mean.tif"',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
    })
    expect(response.headers['set-cookie']).toBeUndefined()
  })
  it('supports ranges and HEAD, as GDAL requests them', async () => {
    const { url } = await link()
    const head = await open(url, {}, 'HEAD')
    expect(head.statusCode).toBe(200)
    expect(head.headers['content-length']).toBe('5000')
    expect(head.rawPayload).toHaveLength(0)
    const part = await open(url, { range: 'bytes=1000-1999' })
    expect(part.statusCode).toBe(206)
    expect(part.rawPayload).toEqual(CONTENT.subarray(1000, 2000))
    expect(part.headers['content-range']).toBe('bytes 1000-1999/5000')
    expect((await open(url, { range: 'bytes=9000-' })).statusCode).toBe(416)
  })
  it('may be valid as long as requested, up to 30 days', async () => {
    const { expires_at } = await link({ minutes: 60 })
    expect((Date.parse(expires_at) - Date.now()) / 60_000).toBeGreaterThan(55)
    expect((await ask('mean', jobId, { minutes: 43_201 })).statusCode).toBe(422)
    expect((await ask('mean', jobId, { minutes: 0 })).statusCode).toBe(422)
  })
  it('can only be created for existing files, and by a person', async () => {
    expect((await ask('mean', 999_999)).statusCode).toBe(404)
    expect((await ask('sd')).statusCode).toBe(404)
    expect((await ask('mean', pendingId)).statusCode).toBe(409)
    expect((await ask('everything')).statusCode).toBe(422)
    const nobody = await service.inject({ method: 'POST', url: `/modeling/v1/jobs/${jobId}/link/mean` })
    expect(nobody.statusCode).toBe(403)
  })
  it('opens its own file, not the rest of the service', async () => {
    const { token } = take((await link()).url)
    const response = await service.inject({
      url: `/modeling/v1/jobs/${jobId}/download/mean`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.statusCode).toBe(403)
  })
})

describe('a changed link is rejected with 403', () => {
  it('at any letter', async () => {
    const { url } = await link()
    const { token, withToken } = take(url)
    for (let at = 0; at < token.length; at++) {
      for (const letter of [token[at] === 'A' ? 'B' : 'A', token[at] === '_' ? '-' : '_']) {
        const response = await open(withToken(token.slice(0, at) + letter + token.slice(at + 1)))
        expect(response.statusCode, `letter ${at}`).toBe(403)
        expect(response.json().detail).toBe(FORGED)
      }
    }
  })
  it('in each claim, signed with another secret', async () => {
    const { generation } = await currentSecret(service.services.db)
    const now = Date.now() * 1000
    const claims = {
      ...target(),
      recordId: String(jobId),
      issuedAtUs: now,
      expiresAtUs: now + 6e8,
      issuedBy: person.id,
    }
    const token = makeToken({ generation, secret: randomBytes(32) }, claims, 'mean.tif')
    expect((await open(`/api/v1/files/signed/${token}/mean.tif`)).statusCode).toBe(403)
  })
  it('only in its payload: another record, part, expiry, person, access token, generation', async () => {
    const { url } = await link()
    const { token, withToken } = take(url)
    const [payload, mac] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as unknown[]
    const others: unknown[] = [2, 'zip', String(jobId + 1), 'sd', 1, 9e15, null, 1]
    expect(claims).toHaveLength(others.length)
    for (const [at, other] of others.entries()) {
      const changed = Buffer.from(JSON.stringify(claims.with(at, other))).toString('base64url')
      expect((await open(withToken(`${changed}.${mac}`))).statusCode, `claim ${at}`).toBe(403)
    }
  })
  it.each([
    ['cut', (token: string) => token.slice(0, -1)],
    ['without its seal', (token: string) => `${token.split('.')[0]}.`],
    ['without its payload', (token: string) => `.${token.split('.')[1]}`],
    ['with one part more', (token: string) => `${token}.x`],
    ['padded', (token: string) => `${token}=`],
    ['with a NUL', (token: string) => `${token}%00`],
    ['with another spelling of the last letter', (token: string) => token.slice(0, -1) + next(token.at(-1)!)],
    ['of nonsense', () => 'x.y'],
    ['of braces', () => `${Buffer.from('{"__proto__":1}').toString('base64url')}.${'A'.repeat(43)}`],
  ])('%s', async (_name, change) => {
    const { token, withToken } = take((await link()).url)
    const response = await open(withToken(change(token)))
    expect([403, 422]).toContain(response.statusCode)
  })
  it('in the file name, so that it is not mistaken for side files', async () => {
    const { url } = await link()
    for (const name of ['other.tif', '..%2Fmean.tif', 'MEAN.tif'])
      expect((await open(url.replace('mean.tif', name))).statusCode, name).toBe(403)
    for (const name of ['mean.tif.ovr', 'mean.tif.aux.xml', 'mean.tif.msk', 'mean.aux'])
      expect((await open(url.replace('mean.tif', name))).statusCode, name).toBe(404)
  })
})

/** The letter whose leading four bits are the same: it would decode to the same bytes. */
function next(letter: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return letters[letters.indexOf(letter) ^ 1]
}

describe('a link ends with 410', () => {
  it("when it has expired, by the database's clock", async () => {
    const { services } = service
    const secret = await currentSecret(services.db)
    const { rows } = await services.db.execute<{ us: string }>(
      sql`select floor(extract(epoch from clock_timestamp()) * 1000000)::bigint as us`,
    )
    const now = Number(rows[0].us)
    const made = (expiresAtUs: number) =>
      `/api/v1/files/signed/${makeToken(
        secret,
        { ...target(), recordId: String(jobId), issuedAtUs: now - 1e9, expiresAtUs, issuedBy: null },
        'mean.tif',
      )}/mean.tif`
    const expired = await open(made(now - 1))
    expect(expired.statusCode).toBe(410)
    expect(expired.json()).toMatchObject({
      title: 'Gone',
      detail: 'This link has expired. Ask the person who sent it for a new one.',
    })
    // The process's clock is an hour late, then an hour early: neither matters.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
    expect((await open(made(now - 1))).statusCode).toBe(410)
    vi.setSystemTime(Date.now() + 7_200_000)
    expect((await open(made(now + 60_000_000))).statusCode).toBe(200)
  })
  it("when its record's links are revoked; a new one opens", async () => {
    const { url } = await link()
    await revoke(service.services.db, target(), person.id)
    const response = await open(url)
    expect(response.statusCode).toBe(410)
    expect(response.json().detail).toMatch(/^This link was revoked\./)
    expect((await open((await link()).url)).statusCode).toBe(200)
    const later = await link()
    await revoke(service.services.db, { ...target(), recordId: jobId + 1 }, null)
    expect((await open(later.url)).statusCode).toBe(200)
  })
  it('each time the links are revoked, not just the first time', async () => {
    for (let time = 1; time <= 3; time++) {
      const { url } = await link()
      expect((await open(url)).statusCode, `before withdrawal ${time}`).toBe(200)
      await revoke(service.services.db, target(), person.id)
      expect((await open(url)).statusCode, `after withdrawal ${time}`).toBe(410)
    }
  })
  it('when its creator no longer has access', async () => {
    const leaver = await service.logIn('staff')
    const { url } = await sign(service.services, target(), { issuedBy: leaver.id })
    expect((await open(url)).statusCode).toBe(200)
    await service.services.db.update(users).set({ disabled_at: new Date() }).where(eq(users.id, leaver.id))
    expect((await open(url)).statusCode).toBe(410)
  })
  it('and stays closed after the account is enabled again; a new one opens', async () => {
    const admin = await service.logIn('admin')
    const leaver = await service.logIn('staff')
    const { url } = await sign(service.services, target(), { issuedBy: leaver.id })
    const turn = (what: string, payload?: object) =>
      service.inject({
        method: 'POST',
        url: `/users/${leaver.id}/${what}`,
        headers: admin.headers,
        ...(payload ? { payload } : {}),
      })
    expect((await turn('disable', { reason: 'leaves' })).statusCode).toBe(200)
    expect((await open(url)).statusCode).toBe(410)
    expect((await turn('enable')).statusCode).toBe(200)
    expect((await open(url)).statusCode).toBe(410)
    const again = await sign(service.services, target(), { issuedBy: leaver.id })
    expect((await open(again.url)).statusCode).toBe(200)
    // Enabling a person who is not disabled changes nothing.
    expect((await turn('enable')).statusCode).toBe(200)
    expect((await open(again.url)).statusCode).toBe(200)
  })
  it("when the access token that created it is revoked or has expired; the person's others remain", async () => {
    const { db } = service.services
    const scripter = await service.logIn('staff')
    const make = async () =>
      (
        await service.inject({
          method: 'POST',
          url: '/users/me/access-tokens',
          headers: scripter.headers,
          payload: { name: 'script', scopes: ['write', 'read'] },
        })
      ).json() as { id: number; token: string }
    const linkWith = async (token: string) =>
      (
        (
          await service.inject({
            method: 'POST',
            url: `/modeling/v1/jobs/${jobId}/link/mean`,
            headers: { authorization: `Bearer ${token}` },
            payload: {},
          })
        ).json() as SignedLink
      ).url
    const [revoked, expired] = [await make(), await make()]
    const urls = [await linkWith(revoked.token), await linkWith(expired.token)]
    const own = await linkWith(scripter.token)
    for (const url of [...urls, own]) expect((await open(url)).statusCode).toBe(200)
    const ended = await service.inject({
      method: 'DELETE',
      url: `/users/me/access-tokens/${revoked.id}`,
      headers: scripter.headers,
    })
    expect(ended.statusCode).toBe(200)
    await db
      .update(access_tokens)
      .set({ expires_at: sql`now()` })
      .where(eq(access_tokens.id, expired.id))
    for (const url of urls) expect((await open(url)).statusCode).toBe(410)
    expect((await open(own)).statusCode).toBe(200)
  })
  it('when its record is deleted', async () => {
    const { db } = service.services
    const [output] = await db.select().from(job_outputs).where(eq(job_outputs.job_id, jobId))
    const another = await db.transaction(async (tx) => {
      const [row] = await tx.select().from(jobs).where(eq(jobs.id, jobId))
      const { id: _id, job_key: _key, ...values } = row
      const [{ id }] = await tx.insert(jobs).values(values).returning({ id: jobs.id })
      await tx.insert(job_outputs).values({ ...output, job_id: id })
      return id
    })
    const { url } = await sign(service.services, { ...target(), recordId: another }, { issuedBy: null })
    expect((await open(url)).statusCode).toBe(200)
    await db.delete(jobs).where(eq(jobs.id, another))
    const response = await open(url)
    expect(response.statusCode).toBe(410)
    expect(response.json().detail).toBe('The target of this link no longer exists.')
  })
})

describe('the log and the answers', () => {
  it("contain no token: neither the log nor an answer's headers", async () => {
    const lines: string[] = []
    const log = createLog({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    const { app } = await createApp({ ...service.services, log }, { routes: allRoutes })
    const { url } = await link()
    const { token } = take(url)
    const paths = [
      pathOf(url),
      pathOf(url).replace('mean.tif', 'other.tif'),
      pathOf(url).replace(token, `x${token}`),
    ]
    for (const path of paths) {
      const response = await app.inject({ url: BASE_PATH + path })
      expect(JSON.stringify(response.headers)).not.toContain(token)
    }
    await expect.poll(() => lines.filter((line) => line.includes('/files/signed/:token'))).toHaveLength(3)
    expect(lines.join('')).not.toContain(token.slice(0, 20))
    await app.close()
  })
})

describe('the secret', () => {
  it('is created once, however many need it first', async () => {
    const { db } = service.services
    await db.delete(signing_secrets)
    const others = Array.from({ length: 4 }, () => connect(service.database.url, { max: 2 }))
    const found = await Promise.all([...others, ...others].map((other) => currentSecret(other)))
    await Promise.all(others.map((other) => other.$client.end()))
    expect(new Set(found.map(({ secret }) => secret.toString('hex'))).size).toBe(1)
    expect(await db.select().from(signing_secrets)).toHaveLength(1)
  })
  it('is shared: what one process signs, another opens, and one revokes for all', async () => {
    const { services, database } = service
    const url = await signElsewhere(database.url, dirname(services.config.dataDir), jobId)
    expect((await open(url)).rawPayload).toEqual(CONTENT)
    const db = connect(database.url, { max: 2 })
    const { app } = await createApp({ ...services, db }, { routes: allRoutes })
    const there = () => app.inject({ url: BASE_PATH + pathOf(url) })
    expect((await there()).statusCode).toBe(200)
    await revoke(services.db, target(), null)
    expect((await there()).statusCode).toBe(410)
    await app.close()
    await db.$client.end()
  })
  it('can be changed by several at once, each to another', async () => {
    const { db } = service.services
    const made = await Promise.all(Array.from({ length: 5 }, () => rotateSecret(db)))
    expect(new Set(made).size).toBe(5)
    expect((await currentSecret(db)).generation).toBe(Math.max(...made))
  })
  it('can be changed: existing links open until the previous secret is forgotten', async () => {
    const { db } = service.services
    const first = (await link()).url
    await rotateSecret(db)
    const second = (await link()).url
    expect((await open(first)).statusCode).toBe(200)
    expect((await open(second)).statusCode).toBe(200)
    await rotateSecret(db, { forgetPrevious: true })
    expect((await open(first)).statusCode).toBe(403)
    expect((await open(second)).statusCode).toBe(403)
    expect((await open((await link()).url)).statusCode).toBe(200)
  })
})

describe('any file name', () => {
  it.each(['Côte d’Ivoire (mean) 100%.tif', "it's; a=b.tif", 'ä/b.tif'])('%s', async (name) => {
    const { services } = service
    await services.db.execute(
      sql`update files set name = ${name} where id = (select file_id from job_outputs where job_id = ${jobId} and type = 'mean')`,
    )
    const response = await open((await link()).url)
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="[ -~]+"/)
  })
})
