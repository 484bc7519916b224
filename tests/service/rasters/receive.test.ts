import { eq, sql } from '#drizzle'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { assets } from '#service/db/schema.ts'
import { resendUnfinished } from '#service/domain/intake/resend.ts'
import { raster } from '../../fixtures/configuration/country-folder.ts'
import { multipart } from '../../fixtures/configuration/send.ts'
import { slowRaster } from '../../support/rasters/hostile-rasters.ts'
import { rasterChildren } from '../../support/processes.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { serviceWorkers } from '../../support/jobs/service-workers.ts'
import { leftovers } from './sending.ts'

let service: TestService
let person: TestPerson
const workers = serviceWorkers(() => service)

let sent = 0
function send(
  url: string,
  fields: Record<string, string>,
  content: Buffer,
  prefer = 'respond-async, wait=5',
) {
  const { payload, headers } = multipart(fields, [{ field: 'file', name: `later-${++sent}.tif`, content }])
  return service.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...headers, ...person.headers, prefer },
  })
}
const get = async (url: string) => (await service.inject({ url, headers: person.headers })).json()
const assetOf = (id: number) => get(`/raster/v1/assets/${id}`)
const until = (id: number, status: string) =>
  vi.waitFor(async () => expect((await assetOf(id)).status).toBe(status), { timeout: 45_000, interval: 200 })
const good = () => raster((x, y) => x + y)
/** Results of the audit's entries about a record, in their order. */
async function entriesOf(action: string, record: string) {
  const { rows } = await service.services.db.execute(
    sql`select result from audit_log where action = ${action} and record = ${record} and user_id = ${person.id} order by id`,
  )
  return rows.map(({ result }) => result)
}

beforeAll(async () => {
  service = await createTestService({ queue: 'real' })
  person = await service.logIn('staff')
})
afterEach(() => workers.end())
afterAll(() => service.close())

describe('a raster whose sender does not wait', () => {
  it('is received at once, and ready when a worker has inspected it', async () => {
    const answer = await send('/raster/v1/assets', { unit: 'm' }, good())
    expect(answer.statusCode).toBe(202)
    const { id } = answer.json()
    expect(answer.headers).toMatchObject({
      location: `/api/v1/raster/v1/assets/${id}`,
      'preference-applied': 'respond-async',
    })
    expect(answer.json()).toMatchObject({
      status: 'received',
      fraction: null,
      width: null,
      height: null,
      bounds: null,
      bands: [],
      resolution_m: null,
    })
    expect((await get(`/raster/v1/assets/${id}/findings`)).content).toEqual([])
    const early = await service.inject({
      method: 'POST',
      url: '/raster/v1/processed',
      headers: person.headers,
      payload: { asset_id: id },
    })
    expect(early.statusCode).toBe(409)
    workers.fork()
    await until(id, 'ready')
    expect(await assetOf(id)).toMatchObject({ bands: [{ band_index: 1 }], size: good().length })
    const { width, fraction } = await assetOf(id)
    expect(width).toBeGreaterThan(0)
    expect(fraction).toBeNull()
    expect(
      (await get('/raster/v1/assets?status=ready')).content.map((one: { id: number }) => one.id),
    ).toEqual([id])
  }, 60_000)

  it('is rejected with its findings, and can be deleted', async () => {
    workers.fork()
    const taken = (await get('/raster/v1/bands')).content[0].name as string
    const before = await leftovers(service)
    const answer = await send('/raster/v1/assets', { band_names: taken }, good())
    const { id } = answer.json()
    await until(id, 'rejected')
    expect(await assetOf(id)).toMatchObject({ fraction: null, width: null, bounds: null })
    expect((await get(`/raster/v1/assets/${id}/findings`)).content).toEqual([
      {
        severity: 'error',
        band: null,
        message: expect.stringContaining(`'${taken}' is already in the catalogue`),
      },
    ])
    expect(await entriesOf('upload-asset', `assets:${id}`)).toEqual(['ok', 'rejected'])
    const url = `/raster/v1/assets/${id}`
    expect((await service.inject({ method: 'DELETE', url, headers: person.headers })).statusCode).toBe(200)
    expect(await leftovers(service)).toEqual(before)
  }, 60_000)

  it('a dry run of a file sent with the call and a call without the preference wait for the answer', async () => {
    const dry = await send('/raster/v1/assets', { dry_run: 'true' }, good())
    expect([dry.statusCode, dry.json().catalogued]).toEqual([200, false])
    const waited = await send('/raster/v1/assets', {}, good(), 'handling=strict')
    expect([waited.statusCode, waited.json().asset.status]).toEqual([200, 'ready'])
  })

  it('becomes a product when it is checked in', async () => {
    await service.services.db.execute(
      sql`insert into countries (iso3_code, name) values ('NGA', 'Nigeria') on conflict do nothing`,
    )
    workers.fork()
    const about = { iso3_code: 'NGA', target: 'water', source: 'DHS', source_wave: '2024' }
    const answer = await send('/interpolation/raster/check-in', about, good())
    expect(answer.statusCode, answer.body).toBe(202)
    await until(answer.json().id, 'ready')
    const { content } = await get('/interpolation?target=water')
    expect(content).toHaveLength(1)
    const { rows } = await service.services.db.execute(
      sql`select record, result, user_id from audit_log where action = 'check-in-raster' order by id`,
    )
    const entry = { result: 'ok', user_id: person.id }
    expect(rows).toEqual([
      { ...entry, record: `assets:${answer.json().id}` },
      { ...entry, record: `interpolation:${content[0].id}` },
    ])
  }, 60_000)

  it('goes to another worker if the first is killed or the queue has lost its task', async () => {
    const victim = workers.fork()
    const { id } = (await send('/raster/v1/assets', {}, slowRaster(2))).json()
    await vi.waitFor(() => expect(rasterChildren(victim.pid)).toBe(1), 20_000)
    await vi.waitFor(async () => {
      const { status, fraction } = await assetOf(id)
      expect(status).toBe('inspecting')
      expect(fraction).toBeGreaterThan(0)
      expect(fraction).toBeLessThan(1)
    }, 20_000)
    victim.kill('SIGKILL')
    await victim.exited
    const { db } = service.services
    await db.execute(sql`delete from pgboss.job`)
    expect(await resendUnfinished(service.services)).toBe(1)
    expect(await resendUnfinished(service.services)).toBe(0)
    workers.fork()
    await vi.waitFor(async () => {
      const [{ status }] = await db.select().from(assets).where(eq(assets.id, id))
      expect(['ready', 'rejected']).toContain(status)
    }, 50_000)
  }, 120_000)
})
