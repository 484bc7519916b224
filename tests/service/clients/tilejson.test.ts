import { readFile } from 'node:fs/promises'
import { eq } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BASE_PATH } from '#contract/endpoint.ts'
import { bands, job_outputs, jobs } from '#service/db/schema.ts'
import { zoomsOf } from '#service/domain/tile-layers/tile-layer.ts'
import { loadRaster } from '#service/load/load-raster.ts'
import { raster } from '../../fixtures/configuration/country-folder.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { addJobWithOutput } from '../signed-links/job-with-output.ts'
import { post } from '../rasters/sending.ts'
import { plainSurfaces } from '../../support/jobs/plain-surfaces.ts'

const PUBLIC = 'https://maps.example.org'
const content = raster((x, y) => x + y / 10)
let service: TestService
let viewer: TestPerson
let bandId: number
let jobId: number
beforeAll(async () => {
  service = await createTestService({ config: { apiPublicUrl: PUBLIC } })
  viewer = await service.logIn('viewer')
  const staff = await service.logIn('staff')
  const about = { band_names: 'height', unit: 'm', source: 'SRTM', description: 'Above the sea' }
  const file = [{ field: 'file', name: 'h.tif', content }]
  bandId = (await post(service, staff, '/raster/v1/assets', about, file)).json().asset.bands[0].id
  jobId = (await addJobWithOutput(service.services, staff.id, content)).id
})
afterAll(() => service.close())
const get = (url: string, headers: Record<string, string> = viewer.headers) =>
  service.inject({ url, headers })

describe('TileJSON of a band', () => {
  it('says where its tiles are, for which zooms, and what the colours mean', async () => {
    const answer = await get(`/raster/v1/bands/${bandId}/tilejson`)
    expect(answer.json()).toMatchObject({
      tilejson: '3.0.0',
      scheme: 'xyz',
      name: 'height',
      description: 'Above the sea',
      attribution: 'SRTM · Strata',
      minzoom: 0,
      maxzoom: 4,
      scale: { ramp: 'viridis', unit: 'm' },
    })
    const { tiles, bounds, center, scale, legend } = answer.json()
    expect(bounds.map((edge: number) => Number(edge.toFixed(6)))).toEqual([0.95, 5.85, 3.35, 8.25])
    expect(center).toEqual([2.15, 7.05, 4])
    expect(scale.stops).toHaveLength(5)
    expect(scale.stops[0]).toEqual({ value: 0, colour: '#440154' })
    expect(scale.stops[4]).toEqual({ value: 25.3, colour: '#fde725' })
    expect(legend).toBe('height (m): 0 #440154, 6.325 #3b528b, 12.65 #21918c, 18.975 #5cc863, 25.3 #fde725')
    // The template is the address of a tile, with the values of the legend.
    expect(tiles).toHaveLength(1)
    const [template] = tiles as string[]
    expect(template).toMatch(/^https:\/\/maps\.example\.org\/api\/v1\/raster\/v1\/bands\//)
    const address = template.replace('{z}/{x}/{y}', '5/16/15').slice(PUBLIC.length + BASE_PATH.length)
    const tile = await get(address)
    expect(tile.headers['content-type']).toBe('image/png')
    expect(tile.rawPayload).toEqual((await get(`/raster/v1/bands/${bandId}/tiles/5/16/15`)).rawPayload)
  })
  it('takes another ramp and range', async () => {
    const url = `/raster/v1/bands/${bandId}/tilejson?ramp=magma&min=0&max=4`
    const answer = await get(url)
    expect(answer.json().tiles[0]).toContain('?ramp=magma&min=0&max=4')
    expect(answer.json().scale.stops.map(({ value }: { value: number }) => value)).toEqual([0, 1, 2, 3, 4])
  })
  it('names the colours of classes', async () => {
    const palette = await readFile(new URL('../../fixtures/raster/u8-palette.tif', import.meta.url))
    const { services } = service
    const bands = [{ name: 'cover' }]
    const {
      bands: [{ id }],
    } = await loadRaster(services, { name: 'c.tif', source: palette, bands, createdBy: null })
    const { scale, tiles, legend } = (await get(`/raster/v1/bands/${id}/tilejson`)).json()
    expect(scale).toEqual({
      ramp: 'classes',
      unit: '',
      stops: [
        { value: 10, colour: '#72f56e' },
        { value: 20, colour: '#e4ebdc' },
        { value: 30, colour: '#56e14a' },
      ],
    })
    expect(legend).toBe('cover: 10 #72f56e, 20 #e4ebdc, 30 #56e14a')
    expect(tiles[0]).toMatch(/\{z\}\/\{x\}\/\{y\}$/)
    const other = (await get(`/raster/v1/bands/${id}/tilejson?ramp=magma`)).json()
    expect([other.scale.ramp, other.scale.stops.length]).toEqual(['magma', 5])
  })
  it('needs a session, and a band', async () => {
    expect((await get(`/raster/v1/bands/${bandId}/tilejson`, {})).statusCode).toBe(401)
    expect((await get('/raster/v1/bands/4242/tilejson')).statusCode).toBe(404)
    expect((await get(`/raster/v1/bands/${bandId}/tilejson?ramp=rainbow`)).statusCode).toBe(422)
  })
})

describe('TileJSON of an output', () => {
  it('has the colours of the report: mean, lower and upper share a range', async () => {
    const summary = { min: 0.1, max: 0.9, mean: 0.5, histogram: [1] }
    const surfaces = {
      bounds: [0, 0, 1, 1] as [number, number, number, number],
      ...plainSurfaces(summary),
      lower: { ...summary, min: 0.05 },
      upper: { ...summary, max: 0.95 },
    }
    await service.services.db.update(jobs).set({ surfaces }).where(eq(jobs.id, jobId))
    const tileJson = (await get(`/modeling/v1/jobs/${jobId}/tilejson/mean`)).json()
    expect(tileJson.name).toContain(': mean')
    expect(tileJson.tiles[0]).toContain(
      `/modeling/v1/jobs/${jobId}/tiles/mean/{z}/{x}/{y}?ramp=viridis&min=0.116&max=0.884`,
    )
    expect(tileJson.bounds[0]).toBeCloseTo(0.95)
    expect((await get(`/modeling/v1/jobs/${jobId}/tilejson/lower`)).statusCode).toBe(404)
    expect((await get(`/modeling/v1/jobs/${jobId}/tilejson/log`)).statusCode).toBe(422)
  })
})

it('zooms go to where pixels are as small as cells', () => {
  expect(zoomsOf(30, true)).toEqual({ minZoom: 0, maxZoom: 13 })
  expect(zoomsOf(30, false)).toEqual({ minZoom: 9, maxZoom: 13 })
  expect(zoomsOf(1e9, true)).toEqual({ minZoom: 0, maxZoom: 0 })
  expect(zoomsOf(1e-9, true)).toEqual({ minZoom: 0, maxZoom: 22 })
})

it('a band without a computable reference system has no tiles, which is said', async () => {
  const { db } = service.services
  const { assets } = await import('#service/db/schema.ts')
  const [{ asset_id }] = await db.select().from(bands).where(eq(bands.id, bandId))
  const set = (epsg: number) => db.update(assets).set({ epsg }).where(eq(assets.id, asset_id))
  // No system has this code.
  await set(9999)
  const answer = await get(`/raster/v1/bands/${bandId}/tilejson`)
  expect(answer.statusCode).toBe(409)
  expect(answer.json().detail).toContain('has no tiles')
  await set(4326)
})

describe('signed tiles', () => {
  const sign = async (url: string, minutes?: number) =>
    service.inject({
      method: 'POST',
      url,
      headers: viewer.headers,
      payload: minutes === undefined ? {} : { minutes },
    })
  const paths = () => ({
    band: `/raster/v1/bands/${bandId}/tiles`,
    job: `/modeling/v1/jobs/${jobId}/tiles/mean`,
  })
  const below = (url: string) => url.slice(PUBLIC.length + BASE_PATH.length)
  const at = (template: string) => below(template.replace('{z}/{x}/{y}', '5/16/15'))
  it.each(['band', 'job'] as const)(
    'of a %s are shown by pages of any origin, without a session',
    async (of) => {
      const answer = await sign(`${paths()[of]}/link`, 30 * 24 * 60)
      expect(answer.statusCode, answer.body).toBe(200)
      const { url, expires_at, minzoom, maxzoom } = answer.json()
      expect(url).toMatch(
        /^https:\/\/maps\.example\.org\/api\/v1\/tiles\/signed\/[\w.-]+\/\{z\}\/\{x\}\/\{y\}\?ramp=viridis&min=/,
      )
      expect([minzoom, maxzoom]).toEqual([0, 4])
      expect((Date.parse(expires_at) - Date.now()) / 86_400_000).toBeCloseTo(30, 1)
      const tile = await get(at(url), { origin: 'https://elsewhere.example' })
      expect(tile.statusCode, tile.body).toBe(200)
      expect(tile.headers).toMatchObject({
        'content-type': 'image/png',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      const own = await get(`${paths()[of]}/5/16/15${new URL(url).search}`)
      expect(tile.rawPayload).toEqual(own.rawPayload)
      // Without colours, those of the layer.
      expect((await get(at(url).split('?')[0], {})).rawPayload).toEqual(own.rawPayload)
      // The token of tiles opens no file, and another's none at all.
      const [, token] = /signed\/([^/]+)/.exec(url) as unknown as [string, string]
      for (const name of ['tiles', 'mean.tif'])
        expect((await get(`/files/signed/${token}/${name}`, {})).statusCode, name).toBeGreaterThan(400)
      expect((await get(at(url).replace(token, `${token.slice(0, -3)}AAA`), {})).statusCode).toBe(403)
    },
  )
  it('need a session to be signed, and end with what they show or when they are revoked', async () => {
    expect((await service.inject({ method: 'POST', url: `${paths().band}/link` })).statusCode).toBe(403)
    expect((await sign(`${paths().band}/link`, 30 * 24 * 60 + 1)).statusCode).toBe(422)
    expect((await sign('/raster/v1/bands/4242/tiles/link')).statusCode).toBe(404)
    expect((await sign(`/modeling/v1/jobs/${jobId}/tiles/log/link`)).statusCode).toBe(422)
    const band = (await sign(`${paths().band}/link`)).json().url as string
    const job = (await sign(`${paths().job}/link`)).json().url as string
    const admin = await service.logIn('admin')
    const { asset_id: id } = (await get(`/raster/v1/bands/${bandId}`)).json()
    const withdrawn = await service.inject({
      method: 'POST',
      url: '/links/withdraw',
      headers: admin.headers,
      payload: { kind: 'asset', id },
    })
    expect(withdrawn.statusCode).toBe(200)
    expect((await get(at(band), {})).statusCode).toBe(410)
    expect((await get(at(job), {})).statusCode).toBe(200)
    await service.services.db.delete(job_outputs).where(eq(job_outputs.job_id, jobId))
    const gone = await get(at(job), {})
    expect(gone.statusCode, gone.body).toBe(410)
  })
})
