import { readFile } from 'node:fs/promises'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sql } from '#drizzle'
import { bands, place_group_versions, places } from '#service/db/schema.ts'
import { loadRaster } from '#service/load/load-raster.ts'
import { createCollection } from '#service/domain/collections/create.ts'
import { raster } from '../../fixtures/configuration/country-folder.ts'
import { cellsTiff } from '../../raster/cells-tiff.ts'
import { pixelsOf } from '../../raster/pixels.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { leftovers, post } from './sending.ts'

let service: TestService
const people = {} as Record<'viewer' | 'staff', TestPerson>
let asset: { id: number; bands: { id: number; name: string }[] }
beforeAll(async () => {
  service = await createTestService()
  for (const role of ['viewer', 'staff'] as const) people[role] = await service.logIn(role)
  asset = await loadRaster(service.services, {
    name: 'height.tif',
    source: raster((x, y) => (y === 23 ? Number.NaN : x)),
    bands: [
      { name: 'height', unit: 'm', year: 2020, source: 'SRTM', iso3_code: 'TGO', description: 'Above sea' },
    ],
    createdBy: people.staff.id,
  })
  await loadRaster(service.services, {
    name: 'rain.tif',
    source: raster((_x, y) => y),
    bands: [{ name: 'rain', unit: 'mm' }],
    createdBy: null,
  })
  await createCollection(service.services, { name: 'both', bands: ['rain', 'height'], createdBy: null })
})
afterAll(() => service.close())
const get = (url: string) => service.inject({ url, headers: people.viewer.headers })
const id = () => asset.bands[0].id

describe('the list of bands', () => {
  it('describes a band and lists its uses', async () => {
    const { content, totalElements } = (await get('/raster/v1/bands')).json()
    expect(totalElements).toBe(2)
    expect(content[0]).toMatchObject({
      id: id(),
      name: 'height',
      unit: 'm',
      year: 2020,
      source: 'SRTM',
      iso3_code: 'TGO',
      country: 'Togo',
      asset_id: asset.id,
      asset_name: 'height.tif',
      statistics: { min: 0, max: 23, mean: 11.5, valid: 552 },
      collections: ['both'],
      crs: 4326,
      width: 24,
    })
    expect(content[0].statistics.histogram).toBeUndefined()
    expect((await get(`/raster/v1/bands/${id()}`)).json()).toEqual(content[0])
  })
  it.each([
    ['name=EIGH', ['height']],
    ['unit=mm', ['rain']],
    ['year=2020', ['height']],
    ['source=SRTM', ['height']],
    ['iso3_code=tgo', ['height']],
    ['global=true', ['rain']],
    ['global=false', ['height']],
    ['description=sea', ['height']],
    ['on_reference_grid=true', []],
    ['collection_id=1&sort_by=name&sort_order=desc', ['rain', 'height']],
    ['collection_id=99', []],
    ['sort_by=year&sort_order=desc', ['height', 'rain']],
    ['limit=1&skip=1', ['rain']],
  ])('filters and sorts by %s', async (query, names) => {
    const { content } = (await get(`/raster/v1/bands?${query}`)).json()
    expect(content.map((one: { name: string }) => one.name)).toEqual(names)
  })
  it('counts past the end and rejects unknown parameters', async () => {
    expect((await get('/raster/v1/bands?skip=50')).json()).toEqual({ content: [], totalElements: 2 })
    expect((await get('/raster/v1/bands?sort_by=histogram')).statusCode).toBe(422)
    expect((await get('/raster/v1/bands/4242')).json().detail).toBe('There is no band 4242.')
    expect((await service.inject({ url: '/raster/v1/bands' })).statusCode).toBe(403)
  })
})

describe('looking at a band', () => {
  it('draws tiles between its own extremes or given ones', async () => {
    // West 0.95 to 3.35, south 5.85 to 8.25: tile 5/16/15 spans 0..11.25, 0..11.18.
    const tile = await get(`/raster/v1/bands/${id()}/tiles/5/16/15`)
    expect(tile.headers['content-type']).toBe('image/png')
    expect(pixelsOf(tile.rawPayload).drawn).toBeGreaterThan(2000)
    const other = await get(`/raster/v1/bands/${id()}/tiles/5/16/15?min=0&max=1000&ramp=magma`)
    expect(other.rawPayload.equals(tile.rawPayload)).toBe(false)
    expect(pixelsOf((await get(`/raster/v1/bands/${id()}/tiles/5/1/1`)).rawPayload).drawn).toBe(0)
    const again = await service.inject({
      url: `/raster/v1/bands/${id()}/tiles/5/16/15`,
      headers: { ...people.viewer.headers, 'if-none-match': String(tile.headers.etag) },
    })
    expect(again.statusCode).toBe(304)
  })
  it('returns the value at a place, and none outside or at nodata', async () => {
    const at = async (longitude: number, latitude: number) =>
      (await get(`/raster/v1/bands/${id()}/value?longitude=${longitude}&latitude=${latitude}`)).json().value
    expect(await at(1.0, 8.0)).toBe(0)
    expect(await at(3.3, 8.0)).toBe(23)
    expect(await at(3.3, 5.9)).toBeNull()
    expect(await at(100, 10)).toBeNull()
  })
  it('returns the histogram with its edges', async () => {
    const { edges, counts, valid } = (await get(`/raster/v1/bands/${id()}/histogram`)).json()
    expect(edges).toHaveLength(counts.length + 1)
    expect([edges[0], edges.at(-1)]).toEqual([0, 23])
    expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(valid)
  })
  it('sends a tile that was drawn before without reading the raster, to all who may see it', async () => {
    const loaded = await loadRaster(service.services, {
      name: 'shared.tif',
      source: raster((x, y) => x + y),
      bands: [{ name: 'shared' }],
      createdBy: null,
    })
    const [{ id: bandId }] = loaded.bands
    const url = `/raster/v1/bands/${bandId}/tiles/5/16/15`
    const first = await get(url)
    expect(first.statusCode).toBe(200)
    const { db, files } = service.services
    const { rows } = await db.execute<{ key: string }>(sql`
      select f.key from bands b join assets a on a.id = b.asset_id join files f on f.id = coalesce(a.cog_file_id, a.file_id)
      where b.id = ${bandId}`)
    await files.remove(rows[0].key)
    expect((await get(url)).rawPayload.equals(first.rawPayload)).toBe(true)
    // Another range is another picture.
    expect((await get(`${url}?min=-5&max=5`)).statusCode).toBe(404)
    expect((await service.inject({ url })).statusCode).toBe(401)
  })
  it('draws classes in their own colours, and lists them', async () => {
    const made = await loadRaster(service.services, {
      name: 'cover.tif',
      source: await readFile(new URL('../../fixtures/raster/u8-palette.tif', import.meta.url)),
      bands: [{ name: 'cover' }],
      createdBy: null,
    })
    const band = `/raster/v1/bands/${made.bands[0].id}`
    expect((await get(band)).json()).toMatchObject({ categorical: true })
    expect((await get(`/raster/v1/bands/${id()}`)).json()).toMatchObject({ categorical: false })
    const { classes } = (await get(`${band}/histogram`)).json()
    expect(classes[0]).toEqual({ value: 10, colour: '#72f56e', cells: 91 })
    expect((await get(`/raster/v1/bands/${id()}/histogram`)).json().classes).toBeNull()
    const own = await get(`${band}/tiles/4/8/7`)
    // Drawn in the colours of the palette's three classes.
    expect(pixelsOf(own.rawPayload).drawn).toBeGreaterThan(2000)
    const ramp = await get(`${band}/tiles/4/8/7?ramp=viridis`)
    expect(ramp.rawPayload.equals(own.rawPayload)).toBe(false)
    expect(ramp.headers.etag).not.toBe(own.headers.etag)
  })
  it('rejects unknown bands and invalid parameters', async () => {
    expect((await get('/raster/v1/bands/4242/tiles/1/1/1')).statusCode).toBe(404)
    expect((await get(`/raster/v1/bands/${id()}/tiles/1/2/1`)).statusCode).toBe(404)
    expect((await get(`/raster/v1/bands/${id()}/tiles/23/2/1`)).statusCode).toBe(422)
    expect((await get(`/raster/v1/bands/${id()}/tiles/1/0/0?ramp=rainbow`)).statusCode).toBe(422)
    expect((await get(`/raster/v1/bands/${id()}/value?longitude=200&latitude=0`)).statusCode).toBe(422)
    expect((await get('/raster/v1/bands/4242/histogram')).statusCode).toBe(404)
  })
  it('returns percentiles and the values of several bands along a line', async () => {
    const { p2, p98, cells, exact } = (await get(`/raster/v1/percentiles?raster=band-${id()}`)).json()
    expect([p2, p98, cells, exact]).toEqual([0, 23, 552, true])
    const rain = (await get('/raster/v1/bands?name=rain')).json().content[0].id
    const rasters = `raster=band-${id()}&raster=band-${rain}`
    // From the middle of the first cell to the middle of the last row, straight down; the first band has no value there.
    const line = '1.0,8.2;1.0,5.9'
    const profile = (await get(`/raster/v1/profile?${rasters}&line=${line}&points=24`)).json()
    expect(profile.length_km).toBeCloseTo(2.3 * 111.195, 1)
    expect(profile.points[0]).toEqual({ distance_km: 0, longitude: 1, latitude: 8.2 })
    expect(profile.rasters.map((one: { raster: string }) => one.raster)).toEqual([
      `band-${id()}`,
      `band-${rain}`,
    ])
    expect(profile.rasters[0].values).toEqual([...Array.from({ length: 23 }, () => 0), null])
    expect(profile.rasters[1].values).toEqual(Array.from({ length: 24 }, (_, i) => i))
    const one = (await get(`/raster/v1/profile?raster=band-${id()}&line=50,8;51,8`)).json()
    expect(new Set(one.rasters[0].values)).toEqual(new Set([null]))
    expect(one.points).toHaveLength(200)
    const across = (await get(`/raster/v1/profile?raster=band-${id()}&line=170,0;-170,0&points=5`)).json()
    expect(across.length_km).toBeCloseTo(20 * 111.195, 0)
    expect(across.points.map(({ longitude }: { longitude: number }) => longitude)).toEqual([
      170, 175, 180, -175, -170,
    ])
  })
  it('compares two bands', async () => {
    const rain = (await get('/raster/v1/bands?name=rain')).json().content[0].id
    const pair = `one=band-${id()}&other=band-${rain}`
    const { cells, only_one, mean, differing, same_grid } = (
      await get(`/raster/v1/difference?${pair}`)
    ).json()
    // height is the column, without a value in the last row; rain is the row.
    expect([cells, only_one, mean, differing, same_grid]).toEqual([552, 24, -0.5, 552 - 23, true])
    const tile = `/raster/v1/difference/tiles/5/16/15?${pair}&limit=20`
    const drawn = await get(tile)
    expect(pixelsOf(drawn.rawPayload).drawn).toBeGreaterThan(2000)
    const headers = { ...people.viewer.headers, 'if-none-match': String(drawn.headers.etag) }
    expect((await service.inject({ url: tile, headers })).statusCode).toBe(304)
    expect((await get(tile.replace('limit=20', 'limit=10'))).headers.etag).not.toBe(drawn.headers.etag)
    expect((await get(tile.replace('5/16/15', '1/2/1'))).statusCode).toBe(404)
  })
  it.each([
    'percentiles?raster=band-0',
    'percentiles?raster=job-1-median',
    'percentiles?raster=band-1&raster=band-2',
    'profile?raster=band-1&line=1,8',
    'profile?raster=band-1&line=1,8;1,91',
    'profile?raster=band-1&line=181,8;1,8',
    'profile?raster=band-1&line=1,8;2,8&points=1001',
    'profile?line=1,8;2,8',
    `profile?${Array.from({ length: 5 }, () => 'raster=band-1').join('&')}&line=1,8;2,8`,
    `profile?raster=band-1&line=${Array.from({ length: 51 }, () => '1,8').join(';')}`,
    'difference?one=band-1',
    'difference/tiles/1/1/1?one=band-1&other=band-2&limit=0',
  ])('rejects %s', async (query) => {
    expect((await get(`/raster/v1/${query}`)).statusCode).toBe(422)
  })
  it('finds neither unknown bands nor unknown jobs', async () => {
    for (const name of ['band-4242', 'job-4242-mean']) {
      expect((await get(`/raster/v1/percentiles?raster=${name}`)).statusCode).toBe(404)
      expect((await get(`/raster/v1/profile?raster=${name}&line=1,8;2,8`)).statusCode).toBe(404)
      expect((await get(`/raster/v1/difference?one=band-${id()}&other=${name}`)).statusCode).toBe(404)
    }
  })
  it('says that a system that cannot be projected is not drawn', async () => {
    const made = await loadRaster(service.services, {
      name: 'british.tif',
      source: raster((x) => x, { width: 24, height: 24, affine: [100, 0, 0, 0, -100, 2400], crs: 2327 }),
      bands: [{ name: 'british' }],
      createdBy: null,
    })
    const answer = await get(`/raster/v1/bands/${made.bands[0].id}/tiles/1/0/0`)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().detail).toMatch(/EPSG:2327 \(Xian 1980/)
  })
})

describe('a sheet of bands', () => {
  const one = raster((x) => x)
  const two = raster((_x, y) => y)
  const send = (
    sheet: string | Buffer,
    rasters: Record<string, Buffer> = { 'one.tif': one, 'two.tif': two },
    fields: Record<string, string> = {},
    person: TestPerson | undefined = people.staff,
    name = 'sheet.csv',
  ) =>
    post(service, person, '/raster/v1/bands/bulk', fields, [
      { field: 'sheet', name, content: sheet },
      ...Object.entries(rasters).map(([file, content]) => ({ field: 'rasters', name: file, content })),
    ])
  /** Not the warning of a raster that an earlier test has catalogued. */
  const withoutCopies = (findings: { message: string }[]) =>
    findings.filter(({ message }) => !message.includes('is the same file as'))
  const count = async () => (await service.services.db.select().from(bands)).length

  it('is validated row by row; nothing is stored while a row has an error', async () => {
    const [before, left] = [await count(), await leftovers(service)]
    const answer = await send(
      [
        'file,band,name,year,iso3_code',
        'one.tif,1,good,2001,TGO',
        'tow.tif,1,typo,,',
        'two.tif,2,second,,',
        'one.tif,1,height,,',
        'two.tif,1,good,,',
        ',1,,20x1,TG',
        'two.tif,x,other,,XXX',
        'two.tif,1,oth\u200ber,,',
        'two.tif,1,Rain, yearly,2001,TGO',
      ].join('\n'),
    )
    expect(answer.statusCode).toBe(200)
    const { catalogued, rows, good_rows, sheet, findings, bands: done } = answer.json()
    expect([catalogued, rows, good_rows, done]).toEqual([false, 9, 1, []])
    expect(sheet.columns).toEqual(['file', 'band', 'name', 'year', 'iso3_code'])
    expect(sheet.rows).toHaveLength(9)
    expect(sheet.rows[5]).toEqual({ row: 7, cells: ['', '1', '', '20x1', 'TG'] })
    const errors = findings.map(
      (f: { row: number; column: string; message: string }) => `${f.row} ${f.column}: ${f.message}`,
    )
    expect(errors).toEqual(
      expect.arrayContaining([
        "3 file: There is no uploaded raster 'tow.tif'. Did you mean 'two.tif'?",
        "4 band: 'two.tif' has one band, no band 2.",
        "5 name: A band named 'height' is already in the catalogue.",
        "5 file: Band 1 of 'one.tif' already appears in row 2.",
        "6 name: The name 'good' already appears in row 2.",
        '7 name: The name is empty.',
        '7 file: The file is empty.',
        "7 year: '20x1' is not a number.",
        "7 iso3_code: 'TG' is not a country code of three letters.",
        "8 band: 'x' is not a number.",
        "8 iso3_code: The country 'XXX' is not known.",
        '9 name: The name contains an invisible character.',
        '10 null: The cell in column 6 has no heading.',
      ]),
    )
    expect(errors.filter((text: string) => text.startsWith('2 '))).toEqual([])
    expect(await count()).toBe(before)
    expect(await leftovers(service)).toEqual(left)
  })
  it('stores only the valid rows on request', async () => {
    const sheet = 'file,name,unit\none.tif,first of bulk,m\nbad.tif,bad of bulk,\nnone.tif,third,\n'
    const {
      catalogued,
      findings,
      bands: done,
    } = (
      await send(sheet, { 'one.tif': one, 'bad.tif': raster(() => Number.NaN) }, { partial: 'true' })
    ).json()
    expect(catalogued).toBe(true)
    expect(done).toEqual([{ row: 2, id: expect.any(Number), name: 'first of bulk' }])
    expect(
      findings.filter((f: { severity: string }) => f.severity === 'error').map((f: { row: number }) => f.row),
    ).toEqual([3, 4])
    expect((await get(`/raster/v1/bands/${done[0].id}`)).json()).toMatchObject({
      unit: 'm',
      asset_name: 'one.tif',
    })
    expect((await leftovers(service)).loose).toBe(0)
  })
  it('stores the valid bands of a file as a COG although another band has an error', async () => {
    const [width, height] = [37, 23]
    const cells = Array.from({ length: 2 * width * height }, (_, i) => i / 2)
    const fractions = cellsTiff('float32', width, cells, [
      [257, 4, [height]],
      [258, 3, [32, 32]],
      [277, 3, [2]],
      [278, 4, [height]],
      [339, 3, [3, 3]],
    ])
    const sheet = 'file,band,name,categorical\npair.tif,1,valid one,\npair.tif,2,no classes,yes\n'
    const { bands: done, findings } = (
      await send(sheet, { 'pair.tif': fractions }, { partial: 'true' })
    ).json()
    expect(findings).toContainEqual(
      expect.objectContaining({ severity: 'error', row: 3, column: 'categorical' }),
    )
    expect(done.map(({ name }: { name: string }) => name)).toEqual(['valid one'])
    const { asset_id } = (await get(`/raster/v1/bands/${done[0].id}`)).json()
    expect((await get(`/raster/v1/assets/${asset_id}`)).json()).toMatchObject({ cloud_optimized: true })
    expect((await get(`/raster/v1/assets/${asset_id}/cog.tif`)).statusCode).toBe(200)
    expect((await leftovers(service)).loose).toBe(0)
  })
  it('stores all rows together, several bands of a file as one asset', async () => {
    const rgb = await readFile(new URL('../../fixtures/raster/u16-lzw-2-pixel-3-bands.tif', import.meta.url))
    const sheet = 'file;band;name\nrgb.tif;3;blue\ntwo.tif;;two\nrgb.tif;1;red\n'
    const { bands: done, findings } = (await send(sheet, { 'rgb.tif': rgb, 'two.tif': two })).json()
    expect(done.map((row: { row: number; name: string }) => [row.row, row.name])).toEqual([
      [2, 'blue'],
      [3, 'two'],
      [4, 'red'],
    ])
    expect(findings.every((f: { severity: string }) => f.severity === 'warning')).toBe(true)
    const [blue, , red] = await Promise.all(
      done.map(async (row: { id: number }) => (await get(`/raster/v1/bands/${row.id}`)).json()),
    )
    expect(blue.asset_id).toBe(red.asset_id)
    expect([blue.band_index, red.band_index]).toEqual([3, 1])
    expect(blue.statistics.mean).toBeLessThan(red.statistics.mean)
  })
  it('says nothing of strips: the raster is converted, as a single one is', async () => {
    const strips = await readFile(new URL('../../fixtures/raster/u8-packbits.tif', import.meta.url))
    const { bands: done, findings } = (
      await send('file,name\nstrips.tif,strips\n', { 'strips.tif': strips })
    ).json()
    expect(JSON.stringify(findings)).not.toContain('in strips')
    const band = (await get(`/raster/v1/bands/${done[0].id}`)).json()
    expect((await get(`/raster/v1/assets/${band.asset_id}`)).json().cloud_optimized).toBe(true)
  })
  it('says of each band whether its cells are classes', async () => {
    const [codes, shares] = [raster((x) => (x % 4) * 10), raster((x) => x / 2)]
    const three = await readFile(
      new URL('../../fixtures/raster/u16-lzw-2-pixel-3-bands.tif', import.meta.url),
    )
    const palette = await readFile(new URL('../../fixtures/raster/u8-palette.tif', import.meta.url))
    const sheet = [
      'file,band,name,categorical',
      'codes.tif,1,codes,Yes',
      'palette.tif,1,own,',
      'numbers.tif,1,numbers,no',
      'three.tif,1,first,',
      'three.tif,3,third,TRUE',
    ]
    const files = { 'codes.tif': codes, 'palette.tif': palette, 'numbers.tif': palette, 'three.tif': three }
    const { bands: done, catalogued } = (await send(sheet.join('\n'), files)).json()
    expect(catalogued).toBe(true)
    const categorical = await Promise.all(
      done.map(async ({ id, name }: { id: number; name: string }) => {
        const { categorical, rebuilding } = (await get(`/raster/v1/bands/${id}`)).json()
        return [name, categorical, rebuilding]
      }),
    )
    expect(categorical).toEqual([
      ['codes', true, false],
      ['own', true, false],
      ['numbers', false, false],
      ['first', false, false],
      ['third', true, false],
    ])
    const wrong = 'file,name,categorical\nshares.tif,shares,yes\ncodes.tif,again,yess\n'
    const { findings } = (
      await send(wrong, { 'shares.tif': shares, 'codes.tif': codes }, { dry_run: 'true' })
    ).json()
    expect(withoutCopies(findings)).toEqual([
      {
        severity: 'error',
        row: 2,
        column: 'categorical',
        message: 'The band cannot be categorical: it holds fractions, or more than 256 different values.',
        help: 'Write no, or write the raster again with a whole number per class.',
      },
      {
        severity: 'error',
        row: 3,
        column: 'categorical',
        message: "'yess' is neither yes nor no. Did you mean 'yes'?",
        help: 'Write yes or no, or empty the cell.',
      },
    ])
  })
  it('may be a workbook; formulas are rejected at their cell', async () => {
    const book = (cell: unknown) =>
      writeXlsx({
        sheets: [
          {
            name: 'bands',
            rows: [
              ['file', 'name', 'year'],
              ['one.tif', 'from a workbook', 2011],
              ['two.tif', cell as string, 2012],
            ],
          },
        ],
      })
    const sheet = Buffer.from(await book('another'))
    const { bands: done } = (await send(sheet, undefined, {}, undefined, 'sheet.xlsx')).json()
    expect(done.map((row: { name: string }) => row.name)).toEqual(['from a workbook', 'another'])
  })
  it('only validates with dry_run', async () => {
    const before = await count()
    const answer = await send('file,name\none.tif,dry\n', { 'one.tif': one }, { dry_run: 'true' })
    expect(answer.json()).toMatchObject({ catalogued: false, rows: 1 })
    expect(withoutCopies(answer.json().findings)).toEqual([])
    expect(await count()).toBe(before)
  })
  it.each([
    ['an unknown column', 'file,name,colour\none.tif,x,red\n', /column 'colour' is not known/],
    ['a missing column', 'file,unit\none.tif,m\n', /column 'name' is missing/],
    ['a column twice', 'file,name,name\none.tif,x,y\n', /appears twice/],
    ['a prototype', 'file,name,__proto__\none.tif,x,y\n', /'__proto__' is not known/],
  ])('reports %s', async (_what, sheet, sentence) => {
    const answer = (await send(sheet, { 'one.tif': one }, { partial: 'true' })).json()
    expect(answer.catalogued).toBe(false)
    expect(answer.findings[0]).toMatchObject({ severity: 'error', row: 1 })
    expect(answer.findings[0].message).toMatch(sentence)
  })
  it.each([
    ['nothing', '', 422, /^The sheet is empty/],
    ['a header only', 'file,name\n', 422, /has no bands/],
    [
      'a title above the header',
      'Bands of 2024,,\n,,\nFile,unit,name\none.tif,m,x\n',
      422,
      /^The header of the sheet seems to be in row 3; delete the rows above it\.$/,
    ],
    ['JSON', '[{"file":"one.tif"}]', 415, /JSON/],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0', 'latin1'), 415, /neither a workbook nor text/],
    ['too many rows', `file,name\n${'one.tif,x\n'.repeat(1001)}`, 422, /more than 1000 rows/],
  ])('rejects %s', async (_what, sheet, status, sentence) => {
    const before = await leftovers(service)
    const answer = await send(sheet, { 'one.tif': one })
    expect(answer.statusCode).toBe(status)
    expect(answer.json().detail).toMatch(sentence)
    expect(await leftovers(service)).toEqual(before)
  })
  it('reports rasters without a row, and two with the same name', async () => {
    const { findings } = (
      await send('file,name\none.tif,fine\n', { 'one.tif': one, 'two.tif': two }, { dry_run: 'true' })
    ).json()
    expect(withoutCopies(findings)).toEqual([
      {
        severity: 'warning',
        row: null,
        column: null,
        message: "No row names the raster 'two.tif'; it was left out.",
      },
    ])
    const twice = await post(service, people.staff, '/raster/v1/bands/bulk', { partial: 'true' }, [
      { field: 'sheet', name: 's.csv', content: 'file,name\none.tif,fine\n' },
      { field: 'rasters', name: 'one.tif', content: one },
      { field: 'rasters', name: 'one.tif', content: two },
    ])
    expect(twice.json()).toMatchObject({ catalogued: false })
    expect(twice.json().findings[0].message).toMatch(/Two of the rasters are called 'one\.tif'/)
  })
  it('warns of a raster that is already in the catalogue, and adds it', async () => {
    const content = raster((x, y) => 7 * x + y)
    const first = (await send('file,name\noriginal.tif,the first\n', { 'original.tif': content })).json()
    expect(first).toMatchObject({ catalogued: true, findings: [] })
    const second = (await send('file,name\ncopy.tif,its copy\n', { 'copy.tif': content })).json()
    expect(second.catalogued).toBe(true)
    expect(second.findings).toEqual([
      {
        severity: 'warning',
        row: null,
        column: null,
        message: expect.stringMatching(
          /^'copy\.tif' is the same file as the asset 'original\.tif' \(number \d+\)\.$/,
        ),
        help: 'Upload it only if you need a second copy.',
      },
    ])
  })
  it('accepts an annotated sheet, and keeps cells of unknown columns', async () => {
    const answer = (
      await send(
        'file,Name,findings,colour\none.tif,back,Row 2: empty.,red\n',
        { 'one.tif': one },
        { dry_run: 'true' },
      )
    ).json()
    expect(answer.findings).toHaveLength(1)
    expect(answer.findings[0].message).toMatch(/'colour' is not known/)
    expect(answer.good_rows).toBe(0)
    expect(answer.sheet).toEqual({
      columns: ['file', 'Name', 'colour'],
      rows: [{ row: 2, cells: ['one.tif', 'back', 'red'] }],
    })
  })
  it('requires a role that may write', async () => {
    expect((await send('file,name\none.tif,x\n', { 'one.tif': one }, {}, people.viewer)).statusCode).toBe(403)
    expect((await post(service, undefined, '/raster/v1/bands/bulk', {}, [])).statusCode).toBe(403)
  })
})

describe('figures of units', () => {
  let version: number
  beforeAll(async () => {
    const { db } = service.services
    const [group] = await db
      .insert(place_group_versions)
      .values({ iso3_code: 'TGO', place_type: 'adm1', version: 'v1' })
      .returning()
    version = group.id
    const box = (west: number, east: number) => ({
      type: 'Polygon' as const,
      coordinates: [
        [
          [west, 6],
          [east, 6],
          [east, 8],
          [west, 8],
          [west, 6],
        ],
      ],
    })
    await db.insert(places).values([
      { version_id: version, position: 0, code: 'W', name: '=West', geometry: box(1, 1.5) },
      { version_id: version, position: 1, code: 'E', name: 'East', geometry: box(5, 6) },
    ])
  })

  it('are means, sums and percentiles with the share of each cell, empty where the band has no values', async () => {
    const response = await get(`/raster/v1/bands/${id()}/zonal/${version}`)
    expect(response.statusCode, response.body).toBe(200)
    const { units, ...about } = response.json()
    expect(about).toEqual({
      band_id: id(),
      version_id: version,
      iso3_code: 'TGO',
      place_type: 'adm1',
      version: 'v1',
      unit: 'm',
      classes: null,
    })
    // Columns hold their number; of the first and the last, half is covered.
    expect(units[0].p50).toBeCloseTo(2.5, 0)
    expect(units[0]).toMatchObject({ code: 'W', name: '=West', min: 0, max: 5, shares: null })
    expect(units[0].mean).toBeCloseTo(2.5, 10)
    expect(units[0].sum).toBeCloseTo(2.5 * units[0].cells, 8)
    expect(units[1]).toMatchObject({ cells: 0, covered: 0, mean: null, sum: null, p50: null })
  })
  it('are a CSV in which no name is a formula', async () => {
    const response = await get(`/raster/v1/bands/${id()}/zonal/${version}/file`)
    expect(response.headers['content-disposition']).toContain('height-TGO-adm1.csv')
    const [header, west, east] = response.body.split('\n')
    expect(header).toBe('code,name,cells,covered,mean,sum,min,max,p5,p25,p50,p75,p95')
    expect(west).toMatch(/^W,'=West,\d/)
    expect(east).toBe('E,East,0,0,,,,,,,,,')
  })
  it('are shares of classes where the band is categorical', async () => {
    await service.services.db.update(bands).set({ categorical: true })
    onTestFinished(async () => void (await service.services.db.update(bands).set({ categorical: false })))
    const { classes, units } = (await get(`/raster/v1/bands/${id()}/zonal/${version}`)).json()
    expect(classes).toEqual([0, 1, 2, 3, 4, 5])
    expect(units[0].mean).toBeNull()
    expect(units[0].shares.map((share: number) => share.toFixed(3))).toEqual(
      [0.1, 0.2, 0.2, 0.2, 0.2, 0.1].map((share) => share.toFixed(3)),
    )
    expect(units[1].shares).toEqual([0, 0, 0, 0, 0, 0])
    const csv = (await get(`/raster/v1/bands/${id()}/zonal/${version}/file`)).body
    expect(csv.split('\n')[0]).toBe('code,name,cells,covered,share_0,share_1,share_2,share_3,share_4,share_5')
  })
  it('need a band and a place group that exist', async () => {
    const detailOf = async (band: number, group: number) => {
      const response = await get(`/raster/v1/bands/${band}/zonal/${group}`)
      return [response.statusCode, response.json().detail]
    }
    expect(await detailOf(9999, version)).toEqual([404, 'There is no band 9999.'])
    expect(await detailOf(id(), 9999)).toEqual([404, 'There is no place group version 9999.'])
  })
})
