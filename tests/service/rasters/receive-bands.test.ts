import { sql } from '#drizzle'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { resendUploads } from '#service/domain/bands/resend-uploads.ts'
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

function send(sheet: string, rasters: Record<string, Buffer>, fields: Record<string, string> = {}) {
  const files = Object.entries(rasters).map(([name, content]) => ({ field: 'rasters', name, content }))
  const form = multipart(fields, [
    { field: 'sheet', name: 'bands.csv', content: Buffer.from(sheet) },
    ...files,
  ])
  const headers = { ...form.headers, ...person.headers, prefer: 'respond-async' }
  return service.inject({ method: 'POST', url: '/raster/v1/bands/bulk', payload: form.payload, headers })
}
const get = async (url: string) => (await service.inject({ url, headers: person.headers })).json()
const uploadOf = (id: number) => get(`/raster/v1/bands/bulk/${id}`)
const until = (id: number, status: string) =>
  vi.waitFor(async () => expect((await uploadOf(id)).status).toBe(status), { timeout: 45_000, interval: 100 })
const remove = (id: number, who = person) =>
  service.inject({ method: 'DELETE', url: `/raster/v1/bands/bulk/${id}`, headers: who.headers })
async function entries() {
  const { rows } = await service.services.db.execute<{
    record: string
    result: string
    detail: string | null
  }>(
    sql`select record, result, detail from audit_log where action = 'upload-bands' and user_id = ${person.id} order by id`,
  )
  return rows.map(({ record, result, detail }) => [result, record, ...(detail ? [detail] : [])].join(' '))
}
const plain = (add: number) => raster((x, y) => x + y + add)

beforeAll(async () => {
  service = await createTestService({ queue: 'real' })
})
// Each test reads the entries of a person of its own.
afterEach(() => workers.end())
afterAll(() => service.close())

describe('a bulk upload whose sender does not wait', () => {
  it('is received at once, and its bands are catalogued together by a worker', async () => {
    person = await service.logIn('staff')
    const before = await leftovers(service)
    const sheet = 'file,name\none.tif,first\ntwo.tif,second\n'
    const answer = await send(sheet, { 'one.tif': plain(0), 'two.tif': plain(1), 'left.tif': plain(2) })
    expect(answer.statusCode, answer.body).toBe(202)
    const { id } = answer.json()
    expect(answer.headers).toMatchObject({
      location: `/api/v1/raster/v1/bands/bulk/${id}`,
      'preference-applied': 'respond-async',
    })
    expect(answer.json()).toMatchObject({ status: 'received', fraction: null, result: null, error: null })
    expect(await leftovers(service)).toEqual({ stored: before.stored + 3, loose: 0 })
    workers.fork()
    await until(id, 'ready')
    const { result, fraction } = await uploadOf(id)
    expect(fraction).toBeNull()
    expect(result).toMatchObject({ catalogued: true, rows: 2, good_rows: 2 })
    expect(result.bands).toMatchObject([
      { row: 2, name: 'first' },
      { row: 3, name: 'second' },
    ])
    expect(result.findings).toMatchObject([
      { severity: 'warning', message: expect.stringContaining('left.tif') },
    ])
    const ids = result.bands.map((band: { id: number }) => band.id)
    expect(await entries()).toEqual([`ok band-uploads:${id}`, `ok bands:${ids.join(',')}`])
    expect((await get(`/raster/v1/bands/${ids[0]}`)).name).toBe('first')
    // Two files and their COGs; the raster that no row names is gone.
    await vi.waitFor(async () =>
      expect(await leftovers(service)).toEqual({ stored: before.stored + 4, loose: 0 }),
    )
    expect((await remove(id)).statusCode).toBe(200)
    expect((await get(`/raster/v1/bands/${ids[0]}`)).name).toBe('first')
  }, 60_000)

  it('is rejected as a whole if a row has an error, and keeps nothing; the audit records that', async () => {
    person = await service.logIn('staff')
    const before = await leftovers(service)
    const sheet = 'file,name\none.tif,alone\nnone.tif,missing\n'
    const { id } = (await send(sheet, { 'one.tif': plain(3) })).json()
    workers.fork()
    await until(id, 'rejected')
    const { result, error } = await uploadOf(id)
    expect(error).toBeNull()
    expect(result).toMatchObject({ catalogued: false, rows: 2, good_rows: 1, bands: [] })
    expect(result.findings).toMatchObject([{ row: 3, column: 'file', severity: 'error' }])
    expect(await entries()).toEqual([
      `ok band-uploads:${id}`,
      `rejected band-uploads:${id} Not stored because of errors, the first in row 3.`,
    ])
    await vi.waitFor(async () => expect(await leftovers(service)).toEqual(before))
  }, 60_000)

  it('adds only the rows without errors if requested', async () => {
    person = await service.logIn('staff')
    const sheet = 'file,name\none.tif,alone\nnone.tif,missing\n'
    const { id } = (await send(sheet, { 'one.tif': plain(0) }, { partial: 'true' })).json()
    workers.fork()
    await until(id, 'ready')
    expect((await uploadOf(id)).result).toMatchObject({
      catalogued: true,
      bands: [{ row: 2, name: 'alone' }],
    })
    const { rows } = await service.services.db.execute(
      sql`select result, detail from audit_log where action = 'upload-bands' and user_id = ${person.id} order by id desc limit 1`,
    )
    expect(rows).toEqual([{ result: 'ok', detail: '1 row added, 1 left out' }])
  }, 60_000)

  it('is not received if its sheet cannot be read; a dry run is, and keeps nothing', async () => {
    person = await service.logIn('staff')
    expect((await send('', { 'one.tif': plain(0) })).statusCode).toBe(422)
    const [before, recorded] = [await leftovers(service), await entries()]
    workers.fork()
    const dry = await send('file,name\none.tif,dry\n', { 'one.tif': plain(0) }, { dry_run: 'true' })
    expect(dry.statusCode).toBe(202)
    await until(dry.json().id, 'ready')
    expect((await uploadOf(dry.json().id)).result).toMatchObject({ catalogued: false, good_rows: 1 })
    expect(await entries()).toEqual(recorded)
    await vi.waitFor(async () => expect(await leftovers(service)).toEqual(before))
  }, 60_000)

  it('continues with another worker, shows its progress, and can be cancelled', async () => {
    person = await service.logIn('staff')
    const before = await leftovers(service)
    const { id } = (await send('file,name\nslow.tif,slow\n', { 'slow.tif': slowRaster(2) })).json()
    const victim = workers.fork()
    await vi.waitFor(async () => {
      const { status, fraction } = await uploadOf(id)
      expect(status).toBe('inspecting')
      expect(fraction).toBeGreaterThan(0)
      expect(fraction).toBeLessThan(1)
    }, 20_000)
    await workers.end()
    await service.services.db.execute(sql`delete from pgboss.job`)
    expect(await resendUploads(service.services)).toBe(1)
    expect(await resendUploads(service.services)).toBe(0)
    const heir = workers.fork()
    await vi.waitFor(() => expect(rasterChildren(heir.pid)).toBe(1), 20_000)
    const other = await service.logIn('staff')
    expect((await remove(id, other)).statusCode).toBe(403)
    expect((await remove(id)).statusCode).toBe(200)
    expect((await remove(id)).statusCode).toBe(404)
    expect(victim.pid).not.toBe(heir.pid)
    await vi.waitFor(async () => expect(await leftovers(service)).toEqual(before), 45_000)
  }, 120_000)
})
