import { readFile } from 'node:fs/promises'
import { and, eq, sql } from '#drizzle'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Band } from '#contract/rasters/band-list.ts'
import { bands, files } from '#service/db/schema.ts'
import { rebuild } from '#service/domain/bands/rebuild.ts'
import { resendRebuilds } from '#service/domain/bands/resend-rebuilds.ts'
import { openRaster, readBand } from '#service/raster/cells/read.ts'
import { typedGrid } from '../../raster/typed-grid.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { serviceWorkers } from '../../support/jobs/service-workers.ts'
import { post } from './sending.ts'

let service: TestService
const people = {} as Record<'viewer' | 'staff' | 'other' | 'admin', TestPerson>
const workers = serviceWorkers(() => service)
beforeAll(async () => {
  service = await createTestService({ queue: 'real' })
  for (const role of ['viewer', 'staff', 'admin'] as const) people[role] = await service.logIn(role)
  people.other = await service.logIn('staff')
})
afterEach(() => workers.end())
afterAll(() => service.close())

/** Land cover: five codes in stripes and spots, of which few neighbours are equal. */
const CODES = [10, 20, 50, 130, 210]
const code = (x: number, y: number) => CODES[(x * x + 3 * y + (y % 7)) % 5]
const cover = typedGrid('uint8', code, [600, 600, 0.01])

let sent = 0
async function send(fields: Record<string, string>, content = cover, path = '/raster/v1/assets') {
  const name = `cover_${++sent}.tif`
  return (await post(service, people.staff, path, fields, [{ field: 'file', name, content }])).json()
}
const get = (url: string) => service.inject({ url, headers: people.viewer.headers })
const bandOf = async (id: number): Promise<Band> => (await get(`/raster/v1/bands/${id}`)).json()
const put = (id: number, payload: object, person = people.staff) =>
  service.inject({ method: 'PUT', url: `/raster/v1/bands/${id}`, payload, headers: person.headers })
const rebuildNow = (assetId: number) => rebuild(service.services, assetId, new AbortController().signal)
const notesOf = async (id: number): Promise<string[]> =>
  (await get(`/raster/v1/assets/${id}/findings`)).json().content.map(({ code }: { code: string }) => code)

/** The values that the overviews of an asset's COG have, beyond those of its cells. */
async function inventedBy(assetId: number): Promise<number[]> {
  const file = await openRaster((await get(`/raster/v1/assets/${assetId}/cog.tif`)).rawPayload)
  const known = new Set(await readBand(file))
  const invented = new Set<number>()
  expect(file.levels.length).toBeGreaterThan(1)
  for (let level = 1; level < file.levels.length; level++)
    for (const value of await readBand(file, 1, undefined, level)) if (!known.has(value)) invented.add(value)
  await file.close()
  return [...invented]
}

describe('a band that is declared to be categorical at its upload', () => {
  it('has overviews of values that occur, a legend of classes, and tiles in their colours', async () => {
    const { asset } = await send({ categorical: 'true' })
    const [{ id }] = asset.bands
    expect(await bandOf(id)).toMatchObject({ categorical: true, rebuilding: false })
    expect(await inventedBy(asset.id)).toEqual([])
    const { classes } = (await get(`/raster/v1/bands/${id}/histogram`)).json()
    expect(classes.map(({ value }: { value: number }) => value)).toEqual(CODES)
    const tile = (query: string) => get(`/raster/v1/bands/${id}/tiles/6/33/30${query}`)
    const own = await tile('')
    expect(own.statusCode).toBe(200)
    expect(own.rawPayload.equals((await tile('?ramp=classes')).rawPayload)).toBe(true)
    const checked = (await get(`/raster/v1/collections/check?band_id=${id}`)).json()
    expect(checked.bands).toMatchObject([{ categorical: true }])
    expect(checked.findings[0].message).toContain('are 5 classes')
    expect(await notesOf(asset.id)).toContain('classes')
  })
  it('stays categorical when it is processed, with its type', async () => {
    const { asset } = await send({ categorical: 'true' })
    const { asset: made, method } = await postProcessed({ asset_id: asset.id, name: 'on_grid' })
    expect(method).toBe('nearest')
    expect(made).toMatchObject({ data_type: 'uint16' })
    expect(await bandOf(made.bands[0].id)).toMatchObject({ categorical: true })
    const modal = (await postProcessed({ asset_id: asset.id, name: 'modal', method: 'mode' })).asset
    expect(await inventedBy(modal.id)).toEqual([])
  })
  it('is rejected if its cells are no classes', async () => {
    const many = typedGrid('int16', (x, y) => 30 * y + x)
    const { catalogued, findings } = await send({ categorical: 'true' }, many)
    expect(catalogued).toBe(false)
    expect(findings).toContainEqual(
      expect.objectContaining({ severity: 'error', code: 'no-classes', band: 1 }),
    )
  })
  it('can be a product, too', async () => {
    const about = {
      iso3_code: 'NER',
      target: 'cover',
      source: 'ESA',
      source_wave: '2019',
      categorical: 'true',
    }
    const { product } = await send(about, cover, '/interpolation/raster/check-in')
    const { content } = (await get(`/raster/v1/bands?asset_id=${product.asset_id}`)).json()
    expect(content).toMatchObject([{ categorical: true }])
  })
})

const postProcessed = async (body: object) =>
  (
    await service.inject({
      method: 'POST',
      url: '/raster/v1/processed',
      payload: body,
      headers: people.staff.headers,
    })
  ).json()

describe('few different values of 8 bits', () => {
  it('are a note, at the upload and later, unless somebody says what they are', async () => {
    const codes = ({ findings }: { findings: { code: string }[] }) => findings.map(({ code }) => code)
    const answer = await send({})
    expect(codes(answer)).toContain('maybe-classes')
    expect(await notesOf(answer.asset.id)).toContain('maybe-classes')
    expect(await bandOf(answer.asset.bands[0].id)).toMatchObject({ categorical: false })
    const declared = await send({ categorical: 'false' })
    expect(codes(declared)).not.toContain('maybe-classes')
    expect(await notesOf(declared.asset.id)).not.toContain('maybe-classes')
    await put(answer.asset.bands[0].id, { unit: 'code' })
    expect(await notesOf(answer.asset.id)).toContain('maybe-classes')
    await put(answer.asset.bands[0].id, { categorical: false })
    expect(await notesOf(answer.asset.id)).not.toContain('maybe-classes')
    const indicator = typedGrid('uint8', (x) => x % 2)
    expect(codes(await send({}, indicator))).not.toContain('maybe-classes')
    expect(
      codes(
        await send(
          {},
          typedGrid('uint8', (x, y) => 2 * x + y),
        ),
      ),
    ).not.toContain('maybe-classes')
  })
})

describe('changing whether a band is categorical', () => {
  it('makes its overviews again; the previous COG is read until then', async () => {
    const { asset } = await send({})
    const [{ id }] = asset.bands
    expect((await inventedBy(asset.id)).length).toBeGreaterThan(0)
    const before = (await get(`/raster/v1/assets/${asset.id}/cog.tif`)).rawPayload
    const answer = await put(id, { categorical: true, unit: 'class' })
    expect(answer.json()).toMatchObject({ categorical: true, rebuilding: true, unit: 'class' })
    expect((await get(`/raster/v1/assets/${asset.id}/cog.tif`)).rawPayload.equals(before)).toBe(true)
    expect((await get(`/raster/v1/bands/${id}/tiles/6/33/30`)).statusCode).toBe(200)
    expect((await get(`/raster/v1/bands/${id}/histogram`)).json().classes).toBeNull()
    await rebuildNow(asset.id)
    expect(await bandOf(id)).toMatchObject({ categorical: true, rebuilding: false })
    expect(await inventedBy(asset.id)).toEqual([])
    expect((await get(`/raster/v1/bands/${id}/histogram`)).json().classes).toHaveLength(5)
    await put(id, { categorical: false })
    await rebuildNow(asset.id)
    expect((await inventedBy(asset.id)).length).toBeGreaterThan(0)
    expect((await get(`/raster/v1/assets/${asset.id}/cog.tif`)).rawPayload.equals(before)).toBe(true)
    expect(await notesOf(asset.id)).not.toContain('maybe-classes')
    const cogs = await service.services.db
      .select()
      .from(files)
      .where(eq(files.name, `cover_${sent}.cog.tif`))
    expect(cogs).toHaveLength(1)
  })
  it('leaves what is known of the other bands of the file', async () => {
    const three = await readFile(
      new URL('../../fixtures/raster/u16-lzw-2-pixel-3-bands.tif', import.meta.url),
    )
    const { asset } = await send({}, three)
    const [first, second] = asset.bands
    const statistics = sql`${bands.statistics} || '{"distinct": 5}'`
    await service.services.db.update(bands).set({ statistics }).where(eq(bands.id, second.id))
    await put(first.id, { categorical: true })
    await rebuildNow(asset.id)
    expect(await notesOf(asset.id)).toEqual(expect.arrayContaining(['classes', 'maybe-classes']))
  })
  it('is for the owner of the asset and admins', async () => {
    const { asset } = await send({})
    const [{ id }] = asset.bands
    expect((await put(id, { categorical: true }, people.other)).statusCode).toBe(403)
    expect((await put(id, { categorical: true }, people.viewer)).statusCode).toBe(403)
    expect((await put(id, { categorical: 'perhaps' })).statusCode).toBe(422)
    expect((await put(id, { categorical: true }, people.admin)).statusCode).toBe(200)
  })
  it('is undone, with a finding, if its cells are no classes', async () => {
    const { asset } = await send(
      {},
      typedGrid('int16', (x, y) => 30 * y + x),
    )
    const [{ id }] = asset.bands
    await put(id, { categorical: true })
    await rebuildNow(asset.id)
    expect(await bandOf(id)).toMatchObject({ categorical: false, rebuilding: false })
    expect(await notesOf(asset.id)).toContain('no-classes')
    const halves = (
      await send(
        {},
        typedGrid('float32', (x) => x / 2),
      )
    ).asset
    expect((await put(halves.bands[0].id, { categorical: true })).statusCode).toBe(422)
  })
  it('is not forgotten if its task is lost', async () => {
    const { asset } = await send({})
    const [{ id }] = asset.bands
    await put(id, { categorical: true })
    await service.services.db.execute(sql`
      delete from pgboss.job where name = 'rebuild-cog' and (data->>'asset_id')::int = ${asset.id}`)
    expect(await resendRebuilds(service.services)).toBe(1)
    expect(await resendRebuilds(service.services)).toBe(0)
    workers.fork()
    await vi.waitFor(async () => expect((await bandOf(id)).rebuilding).toBe(false), {
      timeout: 60_000,
      interval: 200,
    })
    const one = and(eq(bands.id, id), sql`${bands.statistics} ? 'classes'`)
    expect(await service.services.db.select().from(bands).where(one)).toHaveLength(1)
  }, 90_000)
})
