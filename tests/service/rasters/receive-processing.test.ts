import { sql } from '#drizzle'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { loadRaster } from '#service/load/load-raster.ts'
import { isOnReferenceGrid } from '#service/raster/grids/reference-grid.ts'
import { readRaster } from '#service/raster/cells/read.ts'
import { answerInProcess } from '#service/tasks/answer-in-process.ts'
import { raster } from '../../fixtures/configuration/country-folder.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { serviceWorkers } from '../../support/jobs/service-workers.ts'

let service: TestService
let person: TestPerson
let source: number
const workers = serviceWorkers(() => service)

const coarse = { width: 60, height: 60, affine: [0.1, 0, 1, 0, -0.1, 12] as const, crs: 4326 }
const get = (url: string) => service.inject({ url, headers: person.headers })
const json = async (url: string) => (await get(url)).json()
const process = (payload: object) =>
  service.inject({
    method: 'POST',
    url: '/raster/v1/processed',
    payload,
    headers: { ...person.headers, prefer: 'respond-async' },
  })
const until = (id: number, status: string) =>
  vi.waitFor(async () => expect((await json(`/raster/v1/assets/${id}`)).status).toBe(status), {
    timeout: 45_000,
    interval: 100,
  })
async function entriesOf(record: string) {
  const { rows } = await service.services.db.execute(
    sql`select result, detail from audit_log where action = 'process-asset' and record = ${record} and user_id = ${person.id} order by id`,
  )
  return rows.map(({ result, detail }) => [result, detail])
}

beforeAll(async () => {
  service = await createTestService({ queue: 'real' })
  person = await service.logIn('staff')
  const { id } = await loadRaster(answerInProcess(service.services), {
    name: 'rain.tif',
    source: raster((x, y) => x + y, coarse),
    bands: [{ name: 'rain', unit: 'mm' }],
    createdBy: person.id,
  })
  source = id
})
afterEach(() => workers.end())
afterAll(() => service.close())

describe('a raster whose processing nobody waits for', () => {
  it('is an asset without a file until a worker has made it', async () => {
    const answer = await process({ asset_id: source })
    expect(answer.statusCode, answer.body).toBe(202)
    const { id } = answer.json()
    expect(answer.headers.location).toBe(`/api/v1/raster/v1/assets/${id}`)
    const unfinished = { status: 'received', name: 'rain_30s.tif', processed_from: source }
    expect(answer.json()).toMatchObject({ ...unfinished, size: null, sha256: null, width: null })
    expect((await json('/raster/v1/processed')).content).toMatchObject([{ id, ...unfinished }])
    expect((await json(`/raster/v1/assets?sort_by=size`)).content).toHaveLength(2)
    expect((await get(`/raster/v1/assets/${id}/download`)).statusCode).toBe(409)
    // Its source cannot be deleted from under it.
    const url = `/raster/v1/assets/${source}`
    expect((await service.inject({ method: 'DELETE', url, headers: person.headers })).statusCode).toBe(409)
    workers.fork()
    await until(id, 'ready')
    expect(await json(`/raster/v1/assets/${id}`)).toMatchObject({
      fraction: null,
      on_reference_grid: true,
      processed_from: source,
      bands: [{ name: 'rain_30s' }],
    })
    const { info } = await readRaster((await get(`/raster/v1/assets/${id}/download`)).rawPayload)
    expect(isOnReferenceGrid(info)).toBe(true)
    expect((await json(`/raster/v1/processed`)).totalElements).toBe(1)
    expect(await entriesOf(`assets:${id}`)).toEqual([['ok', null]])
  }, 60_000)

  it('is rejected with the reason, which the audit records about the same asset, and can be deleted', async () => {
    const { id } = (await process({ asset_id: source, name: 'twice' })).json()
    await loadRaster(answerInProcess(service.services), {
      name: 'twice.tif',
      source: raster((x, y) => x + y, coarse),
      bands: [{ name: 'twice' }],
      createdBy: null,
    })
    workers.fork()
    await until(id, 'rejected')
    expect((await json(`/raster/v1/assets/${id}/findings`)).content).toEqual([
      {
        severity: 'error',
        band: null,
        message: expect.stringContaining("'twice' is already in the catalogue"),
      },
    ])
    expect(await entriesOf(`assets:${id}`)).toEqual([
      ['ok', null],
      ['rejected', "Not stored. A band named '…' is already in the catalogue; choose another name."],
    ])
    const url = `/raster/v1/assets/${id}`
    expect((await service.inject({ method: 'DELETE', url, headers: person.headers })).statusCode).toBe(200)
  }, 60_000)

  it('shows how much of it is made', async () => {
    const { id } = await loadRaster(answerInProcess(service.services), {
      name: 'wide.tif',
      source: raster((x, y) => x * y, {
        ...coarse,
        width: 250,
        height: 200,
        affine: [0.1, 0, -20, 0, -0.1, 30],
      }),
      bands: [{ name: 'wide' }],
      createdBy: person.id,
    })
    const asset = (await process({ asset_id: id })).json()
    const seen = new Set<number>()
    workers.fork()
    await vi.waitFor(
      async () => {
        const { status, fraction } = await json(`/raster/v1/assets/${asset.id}`)
        if (fraction !== null) seen.add(fraction)
        expect(status).toBe('ready')
      },
      { timeout: 100_000, interval: 50 },
    )
    const fractions = [...seen].filter((fraction) => fraction > 0)
    expect(fractions.length).toBeGreaterThan(1)
    expect(fractions.every((fraction, i) => fraction <= 1 && (i === 0 || fraction > fractions[i - 1]))).toBe(
      true,
    )
  }, 120_000)

  it.each([
    ['without the source', { asset_id: 9999 }, 404],
    ['without the band', { asset_id: 1, band: 7 }, 422],
    ['if its name is taken', { asset_id: 1, name: 'rain' }, 409],
  ])('is not received %s', async (_why, payload, status) => {
    expect((await process(payload)).statusCode).toBe(status)
  })
})
