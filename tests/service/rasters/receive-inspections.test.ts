import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { inspections } from '#service/db/schema.ts'
import { resendInspections } from '#service/domain/inspections/resend.ts'
import { eq, sql } from '#drizzle'
import { raster } from '../../fixtures/configuration/country-folder.ts'
import { type SentFields, multipart } from '../../fixtures/configuration/send.ts'
import { slowRaster } from '../../support/rasters/hostile-rasters.ts'
import { rasterChildren } from '../../support/processes.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { serviceWorkers } from '../../support/jobs/service-workers.ts'
import { tusOf } from '../uploads/tus.ts'
import { leftovers } from './sending.ts'

let service: TestService
let person: TestPerson
const workers = serviceWorkers(() => service)

beforeAll(async () => {
  service = await createTestService({ queue: 'real' })
})
// Each test looks at the uploads of a person of its own.
const begin = async () => {
  person = await service.logIn('staff')
}
afterEach(() => workers.end())
afterAll(() => service.close())

let sent = 0
/** A finished resumable upload. */
async function uploaded(content: Buffer): Promise<string> {
  const tus = tusOf(service, person)
  const { id } = (await tus.create(content.length, `sent-${++sent}.tif`)).json()
  await tus.append(id, 0, content)
  return id
}
const uploadsOf = async () => {
  const { content } = (await tusOf(service, person).list()).json()
  return content.map(({ id, complete }: { id: string; complete: boolean }) => complete && id)
}

function send(url: string, fields: SentFields, sheet?: string) {
  const files = sheet === undefined ? [] : [{ field: 'sheet', name: 'bands.csv', content: sheet }]
  const { payload, headers } = multipart(fields, files)
  return service.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...headers, ...person.headers, prefer: 'respond-async' },
  })
}
const get = async (url: string) => (await service.inject({ url, headers: person.headers })).json()
const remove = (url: string, who = person) => service.inject({ method: 'DELETE', url, headers: who.headers })
const until = (url: string, status: string) =>
  vi.waitFor(async () => expect((await get(url)).status).toBe(status), { timeout: 45_000, interval: 100 })
const good = () => raster((x, y) => x + y)
const WATER = { iso3_code: 'NGA', target: 'water', source: 'DHS', source_wave: '2024' }

describe('an inspection whose sender does not wait', () => {
  it('is received at once; a worker writes the result, and the upload stays', async () => {
    await begin()
    const upload = await uploaded(good())
    const before = await leftovers(service)
    const answer = await send('/raster/v1/assets', { dry_run: 'true', upload })
    expect(answer.statusCode, answer.body).toBe(202)
    const { id } = answer.json()
    const url = `/raster/v1/inspections/${id}`
    expect(answer.headers).toMatchObject({
      location: `/api/v1${url}`,
      'preference-applied': 'respond-async',
    })
    expect(answer.json()).toMatchObject({ status: 'received', fraction: null, result: null, error: null })
    workers.fork()
    await until(url, 'ready')
    const waited = await service.inject({
      method: 'POST',
      url: '/raster/v1/assets',
      ...(() => {
        const { payload, headers } = multipart({ dry_run: 'true', upload }, [])
        return { payload, headers: { ...headers, ...person.headers } }
      })(),
    })
    const { asset, ...same } = waited.json()
    expect(asset).toBeNull()
    expect((await get(url)).result).toEqual(same)
    expect(same).toMatchObject({ catalogued: false, raster: { preview: { png: expect.any(String) } } })
    expect(await uploadsOf()).toEqual([upload])
    expect(await leftovers(service)).toEqual(before)
    expect((await get('/raster/v1/assets')).content).toEqual([])
    const { rows } = await service.services.db.execute(
      sql`select action from audit_log where user_id = ${person.id} and action like '%asset%'`,
    )
    expect(rows).toEqual([])
    // Now it is catalogued.
    const kept = await send('/raster/v1/assets', { upload })
    await until(`/raster/v1/assets/${kept.json().id}`, 'ready')
    expect(await uploadsOf()).toEqual([])
  }, 60_000)

  it('says why it has no result', async () => {
    await begin()
    await service.services.db.execute(
      sql`insert into countries (iso3_code, name) values ('NGA', 'Nigeria') on conflict do nothing`,
    )
    workers.fork()
    const broken = await uploaded(good().subarray(0, 300))
    const { id } = (
      await send('/interpolation/raster/check-in', { ...WATER, dry_run: 'true', upload: broken })
    ).json()
    const url = `/raster/v1/inspections/${id}`
    await until(url, 'rejected')
    const { result, error } = await get(url)
    expect(result).toBeNull()
    expect(error).toEqual({ detail: expect.any(String), errors: [{ field: 'file', message: error.detail }] })
    expect(await uploadsOf()).toEqual([broken])
  }, 60_000)

  it('stops when it is cancelled, and the upload stays', async () => {
    await begin()
    const upload = await uploaded(slowRaster(6))
    const worker = workers.fork()
    const { id } = (await send('/raster/v1/assets', { dry_run: 'true', upload })).json()
    const url = `/raster/v1/inspections/${id}`
    await vi.waitFor(async () => {
      const { status, fraction } = await get(url)
      expect(status).toBe('inspecting')
      expect(fraction).toBeGreaterThan(0)
      expect(fraction).toBeLessThan(1)
    }, 30_000)
    expect(rasterChildren(worker.pid)).toBe(1)
    const stranger = await service.logIn('admin')
    expect((await remove(url, stranger)).statusCode).toBe(404)
    expect((await service.inject({ url, headers: stranger.headers })).statusCode).toBe(404)
    expect((await remove(url)).statusCode).toBe(200)
    await vi.waitFor(() => expect(rasterChildren(worker.pid)).toBe(0), 10_000)
    expect(await uploadsOf()).toEqual([upload])
    expect((await service.inject({ url, headers: person.headers })).statusCode).toBe(404)
  }, 90_000)

  it('is sent again when the queue has lost it, and forgotten a day after it was finished', async () => {
    await begin()
    const { db } = service.services
    const upload = await uploaded(good())
    const { id } = (await send('/raster/v1/assets', { dry_run: 'true', upload })).json()
    await db.execute(sql`delete from pgboss.job`)
    expect(await resendInspections(service.services)).toBe(1)
    expect(await resendInspections(service.services)).toBe(0)
    workers.fork()
    await until(`/raster/v1/inspections/${id}`, 'ready')
    await db.update(inspections).set({ created_at: sql`now() - interval '25 hours'` })
    const next = (await send('/raster/v1/assets', { dry_run: 'true', upload })).json()
    const left = await db
      .select({ id: inspections.id })
      .from(inspections)
      .where(eq(inspections.created_by, person.id))
    expect(left).toEqual([{ id: next.id }])
  }, 60_000)
})

describe('a raster that is not catalogued in the end', () => {
  it('is an upload again when its asset is removed: cancelled while it is inspected', async () => {
    await begin()
    const upload = await uploaded(slowRaster(6))
    const worker = workers.fork()
    const { id } = (await send('/raster/v1/assets', { upload })).json()
    const url = `/raster/v1/assets/${id}`
    expect(await uploadsOf()).toEqual([])
    await vi.waitFor(() => expect(rasterChildren(worker.pid)).toBe(1), 30_000)
    expect((await remove(url)).statusCode).toBe(200)
    await vi.waitFor(() => expect(rasterChildren(worker.pid)).toBe(0), 10_000)
    expect(await uploadsOf()).toEqual([upload])
  }, 90_000)

  it('is an upload again when its asset is removed: rejected', async () => {
    await begin()
    workers.fork()
    const upload = await uploaded(good())
    const { id } = (await send('/raster/v1/assets', { upload, band_names: ['one', 'two'] })).json()
    const url = `/raster/v1/assets/${id}`
    await until(url, 'rejected')
    const before = await leftovers(service)
    expect((await remove(url)).statusCode).toBe(200)
    expect(await uploadsOf()).toEqual([upload])
    expect(await leftovers(service)).toEqual(before)
    // It can be named again.
    const again = (await send('/raster/v1/assets', { upload, band_names: 'named-again' })).json()
    await until(`/raster/v1/assets/${again.id}`, 'ready')
    expect((await remove(`/raster/v1/assets/${again.id}`)).statusCode).toBe(200)
    expect(await uploadsOf()).toEqual([])
  }, 60_000)
})

describe('a dry run of a bulk upload whose sender does not wait', () => {
  const SHEET = 'file,name\nsheet.tif,from-sheet\n'
  const named = async (content: Buffer) => {
    const tus = tusOf(service, person)
    const { id } = (await tus.create(content.length, 'sheet.tif')).json()
    await tus.append(id, 0, content)
    return id as string
  }

  it('has the result of one that waits; nothing is catalogued, and the uploads stay', async () => {
    await begin()
    const uploads = await named(good())
    const answer = await send('/raster/v1/bands/bulk', { dry_run: 'true', uploads }, SHEET)
    expect(answer.statusCode, answer.body).toBe(202)
    workers.fork()
    const url = `/raster/v1/bands/bulk/${answer.json().id}`
    await until(url, 'ready')
    expect(await get(url)).toMatchObject({
      error: null,
      result: { catalogued: false, rows: 1, good_rows: 1, bands: [], findings: [{ severity: 'warning' }] },
    })
    expect(await uploadsOf()).toEqual([uploads])
    expect((await get('/raster/v1/bands?name=from-sheet')).content).toEqual([])
  }, 60_000)

  it('stops when it is cancelled, and the uploads stay', async () => {
    await begin()
    const uploads = await named(slowRaster(6))
    const worker = workers.fork()
    const { id } = (await send('/raster/v1/bands/bulk', { dry_run: 'true', uploads }, SHEET)).json()
    await vi.waitFor(() => expect(rasterChildren(worker.pid)).toBe(1), 30_000)
    expect((await remove(`/raster/v1/bands/bulk/${id}`)).statusCode).toBe(200)
    await vi.waitFor(() => expect(rasterChildren(worker.pid)).toBe(0), 10_000)
    expect(await uploadsOf()).toEqual([uploads])
  }, 90_000)
})
