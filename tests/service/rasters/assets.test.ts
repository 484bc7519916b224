import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { eq, sql } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { assets, bands, files, loose_files, products, worldpop_datasets } from '#service/db/schema.ts'
import { loadRaster } from '#service/load/load-raster.ts'
import { createCollection } from '#service/domain/collections/create.ts'
import { holdLoose, sweepLoose } from '#service/files/loose-files.ts'
import { readRaster } from '#service/raster/cells/read.ts'
import { writeCog } from '#service/raster/cog/write-cog.ts'
import { sentence } from '#service/sentence.ts'
import { ServiceError } from '#service/service-error.ts'
import { cellsTiff, nodataField, scaledBy } from '../../raster/cells-tiff.ts'
import { pixelsOf } from '../../raster/pixels.ts'
import { raster } from '../../fixtures/configuration/country-folder.ts'
import type { SentFields } from '../../fixtures/configuration/send.ts'
import { createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { waitingSessions } from '../../support/waiting-sessions.ts'
import { leftovers, post } from './sending.ts'

let service: TestService
const people = {} as Record<'viewer' | 'staff' | 'other' | 'admin', TestPerson>
beforeAll(async () => {
  service = await createTestService()
  for (const role of ['viewer', 'staff', 'admin'] as const) people[role] = await service.logIn(role)
  people.other = await service.logIn('staff')
})
afterAll(() => service.close())

const tif = raster((x, y) => x + y / 10)
const send = (fields: SentFields, content: Buffer = tif, name = 'height.tif', person = people.staff) =>
  post(service, person, '/raster/v1/assets', fields, [{ field: 'file', name, content }])
const get = (url: string, person = people.viewer) => service.inject({ url, headers: person.headers })
const rows = async () => (await service.services.db.select().from(assets)).length
const fixture = (name: string) => readFile(new URL(`../../fixtures/raster/${name}`, import.meta.url))

const defined = async (name: string) => {
  const systems = JSON.parse(String(await fixture('defined-systems.json')))
  return Buffer.from(systems[name].tiff.STANDARD, 'base64')
}

describe('sending a raster', () => {
  it('inspects it and catalogues it with its band and exact statistics', async () => {
    const answer = await send({ unit: 'm', year: '2020', iso3_code: 'tgo', source: 'Made up' })
    expect(answer.statusCode).toBe(200)
    const { catalogued, asset, raster: seen, findings } = answer.json()
    expect(catalogued).toBe(true)
    expect(findings).toEqual([])
    expect(seen).toMatchObject({ width: 24, height: 24, crs: 4326, nodata: -9999, cloud_optimized: true })
    const layout = {
      container: 'TIFF',
      blocks: 'tiles',
      block_size: [256, 256],
      overviews: [],
      compression: 'DEFLATE',
      cloud_optimized: true,
    }
    expect(seen).toMatchObject({ crs_unit: 'degree', as_sent: layout, affine: asset.affine })
    expect((await get(`/raster/v1/assets/${asset.id}/layout`)).json()).toEqual({
      as_sent: layout,
      as_stored: layout,
    })
    expect(seen.bands[0]).toMatchObject({ band: 1, valid: 576, min: 0, max: Math.fround(25.3) })
    expect(asset).toMatchObject({
      name: 'height.tif',
      on_reference_grid: false,
      iso3_codes: ['TGO'],
      sha256: createHash('sha256').update(tif).digest('hex'),
      size: tif.length,
      created_by: people.staff.id,
      bands: [{ name: 'height', band_index: 1 }],
    })
    expect(asset.resolution_m).toBeCloseTo(11119.5, 0)
    const [band] = await service.services.db.select().from(bands)
    expect(band).toMatchObject({ name: 'height', unit: 'm', year: 2020, iso3_code: 'TGO' })
    expect(band.statistics.histogram.reduce((sum, count) => sum + count, 0)).toBe(576)
    const stored = await service.services.db.select().from(files)
    for (const { key } of stored) expect(key).toMatch(/^rasters\/[0-9a-f-]{36}$/)
    // The file as it was sent, and its COG.
    expect(await leftovers(service)).toEqual({ stored: 2, loose: 0 })
  })
  it('names bands, and gives them units, as the file does where the names are free', async () => {
    const named = await fixture('f32-named-3-bands.tif')
    const bandsOf = async ({ id }: { id: number }) => {
      const found = (await get(`/raster/v1/bands?asset_id=${id}&sort_by=id`)).json().content
      return found.map(({ name, unit }: { name: string; unit: string }) => `${name} ${unit}`)
    }
    const first = (await send({}, named, 'named.tif')).json().asset
    expect(await bandsOf(first)).toEqual(['evi index', 'Wald & Fläche m', 'named_3 °C'])
    const second = (await send({ unit: 'km' }, named, 'second.tif')).json().asset
    expect(await bandsOf(second)).toEqual(['second_1 km', 'second_2 km', 'second_3 km'])
    const given = (await send({ band_names: ['a', 'b', 'c'] }, named, 'third.tif')).json().asset
    expect(await bandsOf(given)).toEqual(['a index', 'b m', 'c °C'])
    expect((await send({ band_names: ['a', 'e', 'f'] }, named, 'fourth.tif')).statusCode).toBe(409)
    // Sent at the same time, one of them gets the name.
    const whole = await readRaster(tif)
    const only = writeCog({ ...whole.info, values: whole.values }, { description: 'slope', unit: '%' })
    const both = await Promise.all(['p.tif', 'q.tif'].map((name) => send({}, only, name)))
    const names = both.map((one) => one.json().asset.bands[0].name)
    expect(names.filter((name) => name === 'slope')).toHaveLength(1)
    expect(names.filter((name) => /^[pq]$/.test(name))).toHaveLength(1)
  })
  it('keeps the file as it was sent, and reads its cells from a COG beside it', async () => {
    const strips = await fixture('u8-packbits.tif')
    const { asset, findings } = (await send({}, strips, 'strips.tif')).json()
    expect(JSON.stringify(findings)).not.toContain('stored in strips')
    expect(asset).toMatchObject({ cloud_optimized: true, compression: 'PACKBITS', size: strips.length })
    const original = await get(`/raster/v1/assets/${asset.id}/download`)
    expect(original.rawPayload.equals(strips)).toBe(true)
    const { db, files: store } = service.services
    const [{ cog_file_id }] = await db.select().from(assets).where(eq(assets.id, asset.id))
    const [cog] = await db.select().from(files).where(eq(files.id, cog_file_id!))
    expect(cog).toMatchObject({ name: 'strips.cog.tif', created_by: people.staff.id })
    const [before, after] = [await readRaster(strips), await readRaster(await store.readAll(cog.key))]
    expect(after.values).toEqual(before.values)
    expect(after.info).toMatchObject({ tiled: true, compression: 'DEFLATE', crs: before.info.crs })
    // Without the file that was sent, tiles and values are still read.
    const [sent] = await db.select().from(files).where(eq(files.sha256, asset.sha256))
    await store.remove(sent.key)
    const band = asset.bands[0].id
    const cell = before.values.findIndex((value) => value > 0)
    const [longitude, latitude] = [2.6 + 0.25 * (cell % 37), 10.9 - 0.25 * Math.floor(cell / 37)]
    const value = await get(`/raster/v1/bands/${band}/value?longitude=${longitude}&latitude=${latitude}`)
    expect(value.json()).toEqual({ value: before.values[cell] })
  })
  it('shows a system without an EPSG code by its name, and places its cells', async () => {
    const { asset, raster: seen } = (await send({}, await defined('albers-africa'), 'albers.tif')).json()
    const name = 'Africa_Albers_Equal_Area_Conic'
    expect(asset).toMatchObject({ crs: null, crs_name: name, bounds: [0, -1, 1, 0], resolution_m: 1 })
    expect(seen).toMatchObject({ crs: null, crs_name: name })
    const [{ id }] = asset.bands
    const band = (await get(`/raster/v1/bands/${id}`)).json()
    expect(band).toMatchObject({ crs: null, crs_name: name })
    // One square metre at the centre of the projection, of 0.
    const [west, south, east, north] = band.bounds_degrees
    for (const [side, expected] of [
      [west, 25],
      [south, -1 / 110_574],
      [east, 25 + 1 / 111_320],
      [north, 0],
    ])
      expect(Math.abs(side - expected)).toBeLessThan(2e-6)
    const [longitude, latitude] = [(west + east) / 2, (south + north) / 2]
    const place = `longitude=${longitude.toFixed(8)}&latitude=${latitude.toFixed(8)}`
    expect((await get(`/raster/v1/bands/${id}/value?${place}`)).json()).toEqual({ value: 0 })
    const listed = (await get(`/raster/v1/assets?id=${asset.id}`)).json()
    expect(listed.content).toMatchObject([{ crs: null, crs_name: name }])
  })
  it('gives the values of scaled cells, and says how they are made', async () => {
    const tiff = cellsTiff('uint16', 3, [14_859, 0, 13_500], [scaledBy(0.02, -273.15), nodataField('0')])
    const { asset, raster } = (await send({}, tiff, 'lst.tif')).json()
    const scaling = { scale: 0.02, offset: -273.15 }
    expect(raster.bands).toMatchObject([{ scaling }])
    const [{ id }] = asset.bands
    const { statistics } = (await get(`/raster/v1/bands/${id}`)).json()
    expect(statistics).toMatchObject({ scaling, valid: 2 })
    expect(statistics.max).toBeCloseTo(24.03, 9)
    expect((await get(`/raster/v1/bands/${id}/histogram`)).json()).toMatchObject({ max: statistics.max })
    const value = await get(`/raster/v1/bands/${id}/value?longitude=1.0005&latitude=7.9995`)
    expect(value.json().value).toBeCloseTo(24.03, 9)
    const found = (await get(`/raster/v1/assets/${asset.id}/findings`)).json()
    expect(found.content.map(({ code }: { code: string }) => code)).toContain('scaled')
    const item = (await get(`/stac/collections/bands/items/band-${id}`)).json()
    expect(JSON.stringify(item)).toContain('"scale":0.02,"offset":-273.15')
  })
  it('rejects a system that it cannot determine, with what was found', async () => {
    const answer = await send({}, await defined('oblique-mercator'), 'oblique.tif')
    expect(answer.json()).toMatchObject({
      catalogued: false,
      findings: expect.arrayContaining([
        expect.objectContaining({
          severity: 'error',
          message: expect.stringMatching(
            /^The reference system of the raster cannot be determined\. Found: .*ProjCoordTrans 9815\.$/,
          ),
        }),
      ]),
    })
  })
  it('has the names of EPSG codes', async () => {
    const { asset } = (await send({}, await fixture('i16-utm.tif'), 'utm.tif')).json()
    expect(asset).toMatchObject({ crs: 32632, crs_name: 'WGS 84 / UTM zone 32N' })
  })
  it('catalogues every band of a file under the given names', async () => {
    const three = await fixture('u16-lzw-2-pixel-3-bands.tif')
    const rejected = await send({ band_names: 'red' }, three, 'rgb.tif')
    expect(rejected.statusCode).toBe(422)
    expect(rejected.json().detail).toBe('The file has 3 bands, but 1 name was given.')
    const { asset, findings } = (await send({}, three, 'rgb.tif')).json()
    expect(asset.bands.map((band: { name: string }) => band.name)).toEqual(['rgb_1', 'rgb_2', 'rgb_3'])
    expect(findings.map((one: { severity: string }) => one.severity)).not.toContain('error')
  })
  it('only inspects it with dry_run, also if its name is taken', async () => {
    const kept = (await send({}, tif, 'taken.tif')).json()
    expect([kept.catalogued, kept.raster.preview]).toEqual([true, null])
    const before = await rows()
    const { catalogued, raster: seen } = (await send({ dry_run: 'true' }, tif, 'taken.tif')).json()
    expect(catalogued).toBe(false)
    expect(seen.width).toBe(24)
    expect(pixelsOf(Buffer.from(seen.preview.png, 'base64')).drawn).toBeGreaterThan(0)
    expect(seen.preview.bounds).toEqual(seen.bounds_degrees)
    expect((await send({}, tif, 'taken.tif')).statusCode).toBe(409)
    const twice = await send(
      { dry_run: 'true', band_names: ['red', 'red', 'blue'] },
      await fixture('u16-lzw-2-pixel-3-bands.tif'),
    )
    expect(twice.json().detail).toBe("The band 'red' is named twice.")
    expect(await rows()).toBe(before)
  })

  it.each([
    ['complex.tif', /complex values/],
    ['u8-jpeg-4-bands.tif', /compressed by JPEG with 4 bands/],
    ['no-georeference.tif', /is not georeferenced/],
    [raster(() => 1).subarray(0, 300), /truncated/],
  ])('rejects %s, which cannot be read, and keeps nothing of it', async (made, sentence) => {
    const before = await leftovers(service)
    const answer = await send({}, typeof made === 'string' ? await fixture(made) : made, 'unreadable.tif')
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual([{ field: 'file', message: expect.stringMatching(sentence) }])
    expect(await leftovers(service)).toEqual(before)
  })

  it.each([
    ['i16-no-crs.tif', /does not say in which reference system/],
    ['f32-sparse.tif', /all of it is nodata/],
    [raster((x) => (x === 3 ? Infinity : x)), /^24 cells have infinite values\./],
  ])('reports what is wrong with %s and keeps nothing of it', async (made, sentence) => {
    const before = await leftovers(service)
    const answer = await send({}, typeof made === 'string' ? await fixture(made) : made, 'validated.tif')
    expect(answer.statusCode).toBe(200)
    const { catalogued, findings } = answer.json()
    expect(catalogued).toBe(false)
    const errors = findings.filter((one: { severity: string }) => one.severity === 'error')
    expect(errors.map((one: { message: string }) => one.message).join(' ')).toMatch(sentence)
    expect(await leftovers(service)).toEqual(before)
  })
  it('catalogues a rotated raster with a warning, and processes it', async () => {
    const { catalogued, asset, findings } = (
      await send({}, await fixture('f32-rotated.tif'), 'rotated.tif')
    ).json()
    expect(catalogued).toBe(true)
    expect(findings).toContainEqual(expect.objectContaining({ severity: 'warning', code: 'rotated' }))
    const answer = await service.inject({
      method: 'POST',
      url: '/raster/v1/processed',
      headers: people.staff.headers,
      payload: { asset_id: asset.id, band: 1 },
    })
    expect(answer.json()).toMatchObject({ asset: { on_reference_grid: true, status: 'ready' } })
  })
  it('reports a raster outside its country', async () => {
    await service.services.db.execute(sql`
      with version as (insert into place_group_versions (iso3_code, place_type, version, is_default)
        values ('KEN', 'adm0', '1', true) returning id)
      insert into places (version_id, position, code, name, geometry) select id, 1, 'KEN', 'Kenya',
        '{"type":"Polygon","coordinates":[[[34,-4],[41,-4],[41,4],[34,4],[34,-4]]]}' from version`)
    const { catalogued, findings } = (await send({ iso3_code: 'KEN' }, tif, 'ken.tif')).json()
    expect(catalogued).toBe(false)
    expect(findings[0]).toMatchObject({ severity: 'error', message: 'The raster does not touch Kenya.' })
  })
  it('reports swapped coordinates', async () => {
    const grid = { width: 4, height: 4, affine: [1, 0, 10, 0, -1, 120] as const, crs: 4326 }
    const { findings } = (
      await send(
        {},
        raster((x) => x, grid),
        'swapped.tif',
      )
    ).json()
    expect(findings[0].message).toMatch(/reaches beyond the globe: west 10, south 116/)
  })

  it.each([
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n0000000000', 'latin1'), 'a.tif', /not a GeoTIFF but a PNG/],
    ['a virtual raster', Buffer.from('<VRTDataset><x/></VRTDataset>'), 'a.tif', /virtual raster/],
    ['a page', Buffer.from('<!doctype html><script>1</script>'), 'a.tiff', /a text such as HTML/],
    ['an archive', Buffer.from('PK\x03\x04 and so on and on'), 'a.tif', /ZIP/],
    ['nothing', Buffer.alloc(0), 'a.tif', /is empty/],
    ['another name', tif, 'a.png', /does not end in \.tif/],
    ['a name of two ends', tif, 'a.tif.html', /does not end in \.tif/],
  ])('rejects %s at its first bytes', async (_what, content, name, sentence) => {
    const before = await leftovers(service)
    const answer = await send({}, content, name)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().detail).toMatch(/^Unsupported file type: /)
    expect(answer.json().detail).toMatch(sentence)
    expect(await leftovers(service)).toEqual(before)
  })
  it.each([
    ['a wrong checksum', { sha256: 'a'.repeat(64) }, 400, /it was changed during the transfer/],
    ['an unknown country', { iso3_code: 'XXX' }, 422, /country 'XXX' is not known/],
    ['a name that is taken', { band_names: 'height' }, 409, /already in the catalogue/],
    ['an unknown field', { roles: 'admin' }, 422, /'roles' is not known here/],
    ['a year that is none', { year: 'soon' }, 422, /year must be a number/],
  ])('rejects %s and keeps nothing', async (_what, fields, status, sentence) => {
    const before = await leftovers(service)
    const answer = await send(fields as unknown as Record<string, string>)
    expect(answer.statusCode).toBe(status)
    expect(answer.json().detail).toMatch(sentence)
    expect(await leftovers(service)).toEqual(before)
  })
  it('requires exactly one file', async () => {
    const none = await post(service, people.staff, '/raster/v1/assets', {}, [])
    expect(none.json().detail).toBe("The file 'file' is missing.")
    const before = await leftovers(service)
    const two = await post(service, people.staff, '/raster/v1/assets', {}, [
      { field: 'file', name: 'a.tif', content: tif },
      { field: 'file', name: 'b.tif', content: tif },
    ])
    expect(two.statusCode).toBe(422)
    expect(await leftovers(service)).toEqual(before)
  })
  it('stores a malicious name as plain text only', async () => {
    const { asset } = (await send({ band_names: 'odd' }, tif, '..%2f..%2fetc\u0000"<img>.tif')).json()
    expect(asset.name).not.toContain('\u0000')
    const [row] = (
      await service.services.db.execute<{ key: string }>(
        sql`select f.key from files f join assets a on a.file_id = f.id where a.id = ${asset.id}`,
      )
    ).rows
    expect(row.key).toMatch(/^rasters\/[0-9a-f-]{36}$/)
  })
  it('requires a role that may write', async () => {
    expect((await send({}, tif, 'x.tif', people.viewer)).statusCode).toBe(403)
    const nobody = await post(service, undefined, '/raster/v1/assets', {}, [])
    expect(nobody.json().detail).toBe('Could not validate credentials')
  })
  it('keeps nothing of an interrupted upload', async () => {
    const before = await leftovers(service)
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = service.app.server.address() as AddressInfo
    const body = Buffer.concat([
      Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a.tif"\r\n\r\n'),
      Buffer.concat([tif, Buffer.alloc(2 ** 20)]),
    ])
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      `POST /api/v1/raster/v1/assets HTTP/1.1\r\nhost: x\r\nauthorization: ${people.staff.headers.authorization}\r\n` +
        `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${body.length + 5_000_000}\r\n\r\n`,
    )
    socket.write(body)
    await expect.poll(async () => (await leftovers(service)).loose, { timeout: 5000 }).toBe(before.loose + 1)
    socket.destroy()
    await expect.poll(() => leftovers(service), { timeout: 10_000 }).toEqual(before)
  })
  it('deletes what an ended process left behind, and nothing in use', async () => {
    const { db, files: store } = service.services
    await holdLoose(db, 'rasters/old')
    await store.put('rasters/old', Buffer.from('x'))
    await holdLoose(db, 'rasters/new')
    await db.execute(
      sql`update loose_files set seen_at = now() - interval '16 minutes' where key = 'rasters/old'`,
    )
    expect(await sweepLoose(service.services)).toBe(1)
    expect(await store.size('rasters/old')).toBeNull()
    expect(await db.select({ key: loose_files.key }).from(loose_files)).toEqual([{ key: 'rasters/new' }])
    await db.delete(loose_files)
    // What a writer that was killed had not finished goes too; what is being written stays.
    const folder = join(service.services.config.dataDir, 'files', '.unfinished')
    await mkdir(folder, { recursive: true })
    for (const name of ['killed', 'writing']) await writeFile(join(folder, name), 'x')
    await utimes(join(folder, 'killed'), 0, 0)
    await sweepLoose(service.services)
    expect(await readdir(folder)).toEqual(['writing'])
    await rm(join(folder, 'writing'))
  })
})

describe('the list of assets', () => {
  it('pages, sorts and filters, with the exact total past the end', async () => {
    const all = (await get('/raster/v1/assets')).json()
    expect(all.totalElements).toBe(await rows())
    expect((await get('/raster/v1/assets?skip=500')).json()).toEqual({
      content: [],
      totalElements: all.totalElements,
    })
    const named = (await get('/raster/v1/assets?name=RGB')).json()
    expect(named.content.map((one: { name: string }) => one.name)).toEqual(['rgb.tif'])
    const sorted = (await get('/raster/v1/assets?sort_by=size&sort_order=asc&limit=2')).json()
    expect(sorted.content[0].size).toBeLessThanOrEqual(sorted.content[1].size)
    expect((await get('/raster/v1/assets?iso3_code=tgo')).json().totalElements).toBe(1)
    expect((await get('/raster/v1/assets?iso3_code=ken')).json().totalElements).toBe(0)
    expect((await get('/raster/v1/assets?crs=3857')).json().totalElements).toBe(0)
    expect((await get('/raster/v1/assets?sort_by=secret')).statusCode).toBe(422)
  })
  it('returns one, or 404', async () => {
    const [first] = (await get('/raster/v1/assets?sort_by=id&sort_order=asc')).json().content
    expect((await get(`/raster/v1/assets/${first.id}`)).json()).toEqual(first)
    expect((await get('/raster/v1/assets/999999')).json().detail).toBe('There is no raster asset 999999.')
    expect((await get('/raster/v1/assets/none')).statusCode).toBe(422)
    const file = await get(`/raster/v1/assets/${first.id}/download`)
    expect(file.rawPayload.equals(tif)).toBe(true)
    const part = await service.inject({
      url: `/raster/v1/assets/${first.id}/download`,
      headers: { ...people.viewer.headers, range: 'bytes=0-3' },
    })
    expect(part.statusCode).toBe(206)
    expect(part.rawPayload.toString('latin1')).toBe('II*\0')
  })
})

describe('removing an asset', () => {
  const remove = (id: number, person = people.staff) =>
    service.inject({ method: 'DELETE', url: `/raster/v1/assets/${id}`, headers: person.headers })

  it('is allowed for its owner and admins, and deletes its file', async () => {
    const before = await leftovers(service)
    const one = (await send({ band_names: 'mine' })).json().asset
    const two = (await send({ band_names: 'mine too' })).json().asset
    expect((await remove(one.id, people.viewer)).statusCode).toBe(403)
    const rejected = await remove(one.id, people.other)
    expect(rejected.statusCode).toBe(403)
    expect(rejected.json().detail).toMatch(/^Only the person who created/)
    expect((await remove(one.id)).json().msg).toBe("The raster asset 'height.tif' was removed.")
    expect((await remove(two.id, people.admin)).statusCode).toBe(200)
    expect((await remove(one.id)).statusCode).toBe(404)
    expect(await leftovers(service)).toEqual(before)
  })
  it('succeeds while the store is unavailable: a later sweep removes its files', async () => {
    const { db, files: store } = service.services
    const before = await leftovers(service)
    const { id } = (await send({ band_names: 'away' })).json().asset
    const away = vi.spyOn(store, 'remove').mockRejectedValue(new ServiceError('unavailable', sentence`Away.`))
    expect((await remove(id)).statusCode).toBe(200)
    away.mockRestore()
    expect((await remove(id)).statusCode).toBe(404)
    expect(await leftovers(service)).toEqual({ stored: before.stored + 2, loose: 2 })
    await db.update(loose_files).set({ seen_at: new Date(0) })
    expect(await sweepLoose(service.services)).toBe(2)
    expect(await leftovers(service)).toEqual(before)
  })
  it('waits for a worker that adopts its COG, and removes that too', async () => {
    const { db } = service.services
    const before = await leftovers(service)
    const { id } = (await send({ band_names: 'adopted' })).json().asset
    const [{ cog_file_id }] = await db.select().from(assets).where(eq(assets.id, id))
    await db.update(assets).set({ cog_file_id: null }).where(eq(assets.id, id))
    let removing: ReturnType<typeof remove> | undefined
    await db.transaction(async (tx) => {
      await tx.update(assets).set({ cog_file_id }).where(eq(assets.id, id))
      removing = remove(id)
      await expect.poll(() => waitingSessions(db)).toBe(1)
    })
    expect((await removing!).statusCode).toBe(200)
    expect(await leftovers(service)).toEqual(before)
  })
  it('makes a call that would process it wait, and then find no asset', async () => {
    const { db } = service.services
    const { id } = (await send({ band_names: 'not processed' })).json().asset
    let processing: ReturnType<typeof remove> | undefined
    await db.transaction(async (tx) => {
      await tx.delete(bands).where(eq(bands.asset_id, id))
      await tx.delete(assets).where(eq(assets.id, id))
      const headers = { ...people.staff.headers, prefer: 'respond-async' }
      const payload = { asset_id: id }
      processing = service.inject({ method: 'POST', url: '/raster/v1/processed', payload, headers })
      await expect.poll(() => waitingSessions(db)).toBe(1)
    })
    const answer = await processing!
    expect([answer.statusCode, answer.json().detail]).toEqual([404, `There is no raster asset ${id}.`])
  })
  it('is rejected while one of its bands is in use', async () => {
    const { id } = await loadRaster(service.services, {
      name: 'used.tif',
      source: raster((x, y) => x * y),
      bands: [{ name: 'used' }],
      createdBy: people.staff.id,
    })
    await createCollection(service.services, { name: 'users', bands: ['used'], createdBy: null })
    const answer = await remove(id, people.admin)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().detail).toBe("The raster asset 'used.tif' is in use: the collection users.")
    expect((await get(`/raster/v1/assets/${id}/download`)).statusCode).toBe(200)
  })
  it.each([
    ['population', 'the collection counts population'],
    ['product', 'the product tgo-made-up'],
    ['dataset', 'the population dataset of TGO 2020'],
    ['parent', 'the raster child of parent.tif that was made from it'],
    ['job', /^job /],
  ])('is rejected for each other use alone: %s', async (use, reason) => {
    const { db } = service.services
    const { id, bands: own } = await loadRaster(service.services, {
      name: `${use}.tif`,
      source: raster((x, y) => x * y),
      bands: [{ name: `${use} alone` }],
      createdBy: people.staff.id,
    })
    const layer = { iso3_code: 'TGO', target: 'made up', source: 'X', source_wave: '1', round: '1' }
    if (use === 'population')
      await createCollection(service.services, {
        name: 'counts population',
        bands: [`${use} alone`],
        population_band: own[0].name,
        createdBy: null,
      })
    if (use === 'product')
      await db.insert(products).values({ ...layer, asset_id: id, job_key: 'tgo-made-up', title: 'Made up' })
    if (use === 'dataset')
      await db.insert(worldpop_datasets).values({
        iso3_code: 'TGO',
        year: 2020,
        category: 'population',
        resolution: '1km',
        sha256: '0'.repeat(64),
        asset_id: id,
      })
    if (use === 'parent') {
      const child = await loadRaster(service.services, {
        name: 'child of parent.tif',
        source: raster((x) => x),
        bands: [{ name: 'child of parent' }],
        createdBy: null,
      })
      await db.update(assets).set({ processed_from: id }).where(eq(assets.id, child.id))
    }
    if (use === 'job') {
      const fixture = await createLayerFixture(service.services, people.staff.id)
      await fixture.addJob({ status: 'completed', layer: { population_band_id: own[0].id } })
      await fixture.addJob({ layer: { population_band_id: own[0].id } })
    }
    const answer = await remove(id, people.admin)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().errors).toEqual([
      { message: reason instanceof RegExp ? expect.stringMatching(reason) : reason },
    ])
    expect((await get(`/raster/v1/assets/${id}/download`)).statusCode).toBe(200)
  })
  it('lists its uses first, including population and derived rasters', async () => {
    const { id, bands: own } = await loadRaster(service.services, {
      name: 'busy.tif',
      source: raster((x, y) => x * y),
      bands: [{ name: 'busy' }, { name: 'busy too', band_index: 1 }],
      createdBy: people.staff.id,
    })
    const uses = async () => (await get(`/raster/v1/assets/${id}/uses`)).json()
    expect(await uses()).toEqual({ content: [], totalElements: 0 })
    const both = await createCollection(service.services, {
      name: 'both of them',
      bands: ['busy', 'busy too'],
      createdBy: null,
    })
    const weighted = await createCollection(service.services, {
      name: 'weighted',
      bands: ['used'],
      population_band: 'busy',
      createdBy: null,
    })
    const made = await loadRaster(service.services, {
      name: 'made.tif',
      source: raster((x) => x),
      bands: [{ name: 'made' }],
      createdBy: null,
    })
    await service.services.db.update(assets).set({ processed_from: id }).where(eq(assets.id, made.id))
    expect(own).toHaveLength(2)
    expect(await uses()).toEqual({
      content: [
        { kind: 'collection', id: both.id, name: 'both of them', use: 'the collection both of them' },
        { kind: 'collection', id: weighted.id, name: 'weighted', use: 'the collection weighted' },
        { kind: 'asset', id: made.id, name: 'made.tif', use: 'the raster made.tif that was made from it' },
      ],
      totalElements: 3,
    })
    expect((await remove(id, people.admin)).json().errors).toHaveLength(3)
    expect((await get('/raster/v1/assets/4242/uses')).statusCode).toBe(404)
  })
})

describe('the findings of a catalogued raster', () => {
  it('are those of its upload, without rereading its cells', async () => {
    const three = await fixture('u16-lzw-2-pixel-3-bands.tif')
    const { asset, findings } = (
      await send(
        { band_names: 'look again' },
        raster(() => 4),
        'flat.tif',
      )
    ).json()
    expect(findings.map((one: { message: string }) => one.message)).toEqual(['Every cell holds 4.'])
    const again = await get(`/raster/v1/assets/${asset.id}/findings`)
    expect(again.json()).toEqual({ content: findings, totalElements: 1 })
    const rgb = (await send({}, three, 'again.tif')).json()
    expect(rgb.findings.length).toBeGreaterThan(0)
    expect((await get(`/raster/v1/assets/${rgb.asset.id}/findings`)).json().content).toEqual(rgb.findings)
    expect((await get('/raster/v1/assets/4242/findings')).statusCode).toBe(404)
  })
})
