import { readFile } from 'node:fs/promises'
import { sql } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RasterFinding } from '#contract/rasters/asset-findings.ts'
import { raster } from '../../fixtures/configuration/country-folder.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { post } from './sending.ts'

let service: TestService
let owner: TestPerson
let other: TestPerson
let admin: TestPerson
let viewer: TestPerson
beforeAll(async () => {
  service = await createTestService()
  owner = await service.logIn('staff')
  other = await service.logIn('staff')
  admin = await service.logIn('admin')
  viewer = await service.logIn('viewer')
})
afterAll(() => service.close())

const fixture = (name: string) => readFile(new URL(`../../fixtures/raster/${name}`, import.meta.url))
let sent = 0
async function send(content: Buffer): Promise<{ id: number; findings: RasterFinding[] }> {
  const name = `sent_${++sent}.tif`
  const answer = await post(service, owner, '/raster/v1/assets', {}, [{ field: 'file', name, content }])
  expect(answer.statusCode, answer.body).toBe(200)
  return { id: answer.json().asset.id, findings: answer.json().findings }
}
const call = (who: TestPerson, id: number, verb: 'accept' | 'withdraw', payload: object) =>
  service.inject({
    method: 'POST',
    url: `/raster/v1/assets/${id}/findings/${verb}`,
    payload,
    headers: who.headers,
  })
const findingsOf = async (id: number): Promise<RasterFinding[]> =>
  (await service.inject({ url: `/raster/v1/assets/${id}/findings`, headers: viewer.headers })).json().content
const codes = (findings: readonly RasterFinding[], severity: string) =>
  findings.filter((one) => one.severity === severity).map(({ code }) => code)

describe('notes', () => {
  it.each([
    ['u8-mask.tif', 'mask'],
    ['rgb-webp-alpha.tif', 'alpha'],
    ['u8-jpeg.tif', 'lossy'],
    ['u8-palette.tif', 'classes'],
  ])('say how %s is read, at the upload and later, each with a remedy', async (name, code) => {
    const { id, findings } = await send(await fixture(name))
    expect(codes(findings, 'note')).toContain(code)
    expect(codes(findings, 'error')).toEqual([])
    const later = await findingsOf(id)
    expect(later).toEqual(findings)
    for (const { help } of later) expect(help?.length).toBeGreaterThan(10)
  })
})

describe('a warning', () => {
  const constant = { code: 'constant', band: 1 }
  const accepted = async (id: number) => (await findingsOf(id)).filter((one) => one.accepted)

  it('is accepted with a reason by the owner or an admin, and everyone sees by whom', async () => {
    const { id, findings } = await send(raster(() => 4))
    expect(codes(findings, 'warning')).toContain('constant')
    expect((await call(owner, id, 'accept', { ...constant, reason: ' It is a mask. ' })).statusCode).toBe(200)
    const [finding, ...others] = await accepted(id)
    expect(others).toEqual([])
    expect(finding).toMatchObject({ ...constant, severity: 'warning', accepted: { reason: 'It is a mask.' } })
    expect(finding.accepted!.by).toBeTruthy()
    expect(Date.parse(finding.accepted!.at)).toBeGreaterThan(Date.now() - 60_000)
    await call(admin, id, 'accept', { ...constant, reason: 'Of one zone only.' })
    expect((await accepted(id))[0].accepted!.reason).toBe('Of one zone only.')
    expect((await call(owner, id, 'withdraw', constant)).statusCode).toBe(200)
    expect(await accepted(id)).toEqual([])
    expect((await call(owner, id, 'withdraw', constant)).statusCode).toBe(404)
    const { rows } = await service.services.db.execute<{ action: string; result: string }>(
      sql`select action, result from audit_log where record = ${`assets:${id}`} and action like '%-finding' order by id`,
    )
    expect(rows.map(({ action, result }) => `${action} ${result}`)).toEqual([
      'accept-finding ok',
      'accept-finding ok',
      'withdraw-finding ok',
      'withdraw-finding rejected',
    ])
  })

  it.each([
    ['another person', () => other, { ...constant, reason: 'Fine.' }, 403],
    ['a viewer', () => viewer, { ...constant, reason: 'Fine.' }, 403],
    ['no reason', () => owner, { ...constant, reason: '  ' }, 422],
    ['a reason that is too long', () => owner, { ...constant, reason: 'x'.repeat(501) }, 422],
    ['another band', () => owner, { ...constant, band: 2, reason: 'Fine.' }, 404],
    ['an unknown finding', () => owner, { code: 'none', band: null, reason: 'Fine.' }, 404],
  ])('is not accepted with %s', async (_, who, body, status) => {
    const { id } = await send(raster(() => 4))
    expect((await call(who(), id, 'accept', body)).statusCode).toBe(status)
    expect(await accepted(id)).toEqual([])
  })

  it('is the only kind of finding that can be accepted', async () => {
    const { id } = await send(await fixture('u8-palette.tif'))
    const answer = await call(owner, id, 'accept', { code: 'classes', band: 1, reason: 'Fine.' })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().detail).toBe("Only warnings can be accepted, and 'classes' is a note.")
  })

  it('is forgotten with its asset', async () => {
    const { id } = await send(raster(() => 4))
    await call(owner, id, 'accept', { ...constant, reason: 'Fine.' })
    const removed = await service.inject({
      method: 'DELETE',
      url: `/raster/v1/assets/${id}`,
      headers: owner.headers,
    })
    expect(removed.statusCode).toBe(200)
    expect((await call(owner, id, 'accept', { ...constant, reason: 'Fine.' })).statusCode).toBe(404)
  })
})

describe('a copy', () => {
  it('is a warning that names the older asset, at the upload and later, and is accepted like others', async () => {
    const content = raster((x, y) => 7 * x + y)
    const first = await send(content)
    expect(codes(first.findings, 'warning')).not.toContain('copy')
    const second = await send(content)
    const warning = second.findings.find(({ code }) => code === 'copy')!
    expect(warning).toMatchObject({ severity: 'warning', band: null })
    const name = `sent_${sent - 1}.tif`
    expect(warning.message).toBe(`The file has the same bytes as asset ${first.id} (${name}).`)
    expect(await findingsOf(second.id)).toContainEqual(warning)
    expect(codes(await findingsOf(first.id), 'warning')).not.toContain('copy')
    const reason = { code: 'copy', band: null, reason: 'Another year.' }
    expect((await call(owner, second.id, 'accept', reason)).statusCode).toBe(200)
    expect((await findingsOf(second.id)).find(({ code }) => code === 'copy')?.accepted?.reason).toBe(
      'Another year.',
    )
  })
})
