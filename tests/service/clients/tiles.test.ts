import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { eq } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BASE_PATH } from '#contract/endpoint.ts'
import { jobs, products } from '#service/db/schema.ts'
import { loadRaster } from '#service/load/load-raster.ts'
import { MATRICES, limitsOf } from '#service/domain/tile-layers/tile-matrix-set.ts'
import { gdal, hasDriver, hasGdal } from '../../support/rasters/gdal.ts'
import { raster } from '../../fixtures/configuration/country-folder.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { addJobWithOutput } from '../signed-links/job-with-output.ts'
import { post } from '../rasters/sending.ts'
import { plainSurfaces } from '../../support/jobs/plain-surfaces.ts'

const content = raster((x) => x)
let service: TestService
let base: string
let viewer: TestPerson
let staff: TestPerson
let band: number
let checkedIn: number
let draft: number
let modelled: number
let job: number

beforeAll(async () => {
  service = await createTestService()
  viewer = await service.logIn('viewer')
  staff = await service.logIn('staff')
  const send = (path: string, about: Record<string, string>, name: string) =>
    post(service, staff, path, about, [{ field: 'file', name, content }])
  const uploaded = await send('/raster/v1/assets', { band_names: 'a <b> & "c"', iso3_code: 'TGO' }, 'b.tif')
  band = uploaded.json().asset.bands[0].id
  const about = { iso3_code: 'TGO', target: 'water', source: 'DHS', source_wave: '2018' }
  const path = '/interpolation/raster/check-in'
  checkedIn = (await send(path, { ...about, title: 'Published' }, 'p.tif')).json().product.id
  draft = (await send(path, { ...about, title: 'Secret', status: 'draft' }, 's.tif')).json().product.id
  job = (await addJobWithOutput(service.services, staff.id, content)).id
  const summary = { min: 0, max: 23, mean: 0.5, histogram: [1] }
  const bounds = [0.95, 5.85, 3.35, 8.25] as [number, number, number, number]
  const surfaces = {
    bounds,
    ...plainSurfaces(summary),
    mean: { ...summary, max: 20 },
    lower: { ...summary, max: 10 },
  }
  const { db } = service.services
  await db.update(jobs).set({ surfaces, final: true }).where(eq(jobs.id, job))
  const [product] = await db.select().from(products).where(eq(products.job_id, job))
  modelled = product.id
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = service.app.server.address() as AddressInfo
  service.services.config.apiPublicUrl = `http://127.0.0.1:${port}`
  base = `http://127.0.0.1:${port}${BASE_PATH}`
})
afterAll(() => service.close())

const get = (url: string, headers: Record<string, string> = viewer.headers) =>
  service.inject({ url, headers })
const identifiers = (xml: string) =>
  [...xml.matchAll(/<\/ows:WGS84BoundingBox>\s*<ows:Identifier>([^<]+)/g)].map(([, id]) => id)
const layers = () => [
  `product-${modelled}`,
  ...['lower', 'upper', 'width'].map((surface) => `product-${modelled}-${surface}`),
  `product-${checkedIn}`,
]

describe('WMTS capabilities', () => {
  it('name published outputs and bands, by key-value pairs in any case and at a plain address', async () => {
    const plain = await get('/wmts/1.0.0/WMTSCapabilities.xml')
    expect(plain.headers['content-type']).toBe('application/xml')
    const found = identifiers(plain.body)
    expect(found.slice(0, 5)).toEqual(layers())
    expect(found).toContain(`band-${band}`)
    for (const pairs of [
      'SERVICE=WMTS&REQUEST=GetCapabilities&VERSION=1.0.0',
      'service=wmts&request=getcapabilities&AcceptVersions=1.0.0',
    ])
      expect((await get(`/wmts?${pairs}`)).body).toBe(plain.body)
    expect(plain.body).toContain('<ows:Title>a &lt;b&gt; &amp; &quot;c&quot;</ows:Title>')
    // Those of the report: mean, lower and upper share a range.
    expect(plain.body).toContain('Colours from 0 to 23.')
    expect(plain.body).not.toMatch(/Colours from 0 to [12]0\./)
    expect((await get('/wmts?request=GetCapabilities', {})).statusCode).toBe(401)
  })
  it('can be narrowed, and never name what is not published', async () => {
    const bands = await get('/wmts?request=GetCapabilities&collection=bands&iso3_code=tgo')
    expect(identifiers(bands.body)).toContain(`band-${band}`)
    expect(identifiers(bands.body)).not.toContain(`product-${modelled}`)
    const none = await get('/wmts/1.0.0/WMTSCapabilities.xml?iso3_code=KEN')
    expect(identifiers(none.body)).toEqual([])
    const all = (await get('/wmts/1.0.0/WMTSCapabilities.xml')).body
    expect(all).not.toContain('Secret')
    expect(all).not.toContain(`product-${draft}<`)
  })
  it('rejects other requests', async () => {
    for (const pairs of [
      '',
      'request=GetFeatureInfo',
      'request=GetCapabilities&version=2.0.0',
      'service=WMS',
    ])
      expect((await get(`/wmts?${pairs}`)).statusCode, pairs).toBe(400)
    expect((await get('/wmts?request=GetTile&REQUEST=GetTile')).statusCode).toBe(400)
  })
})

describe('a WMTS tile', () => {
  const tile = (layer: string, more = '') =>
    get(
      `/wmts?Service=WMTS&Request=GetTile&Version=1.0.0&Layer=${layer}&Format=image/png&TileMatrixSet=WebMercatorQuad&TileMatrix=5&TileRow=15&TileCol=16${more}`,
    )
  it("is the product's own", async () => {
    const own = await get(`/raster/v1/bands/${band}/tiles/5/16/15`)
    const answer = await tile(`band-${band}`, '&Style=')
    expect(answer.headers['content-type']).toBe('image/png')
    expect(answer.headers['cache-control']).toBe('private, max-age=86400')
    expect(answer.rawPayload).toEqual(own.rawPayload)
    const magma = await get(`/raster/v1/bands/${band}/tiles/5/16/15?ramp=magma`)
    expect((await tile(`band-${band}`, '&STYLE=magma')).rawPayload).toEqual(magma.rawPayload)
    const mean = await get(`/modeling/v1/jobs/${job}/tiles/mean/5/16/15?min=0.4&max=19.6`)
    expect((await tile(`product-${modelled}`)).rawPayload).toEqual(mean.rawPayload)
    expect((await tile(`product-${checkedIn}`)).statusCode).toBe(200)
  })
  it('has the colours of classes by default where a band has a palette', async () => {
    const source = await readFile(new URL('../../fixtures/raster/u8-palette.tif', import.meta.url))
    const made = { name: 'cover.tif', source, bands: [{ name: 'cover' }], createdBy: null }
    const { id } = (await loadRaster(service.services, made)).bands[0]
    const stylesOf = async (layer: string) => {
      const { body } = await get('/wmts/1.0.0/WMTSCapabilities.xml?collection=bands')
      const found = body.split('</Layer>').find((one) => one.includes(`>${layer}</ows:Identifier>`))
      return found?.match(/<Style.*<\/Style>/)?.[0]
    }
    expect(await stylesOf(`band-${id}`)).toMatch(
      /^<Style isDefault="true"><ows:Identifier>classes<\/ows:Identifier><\/Style><Style><ows:Identifier>viridis</,
    )
    expect(await stylesOf(`band-${band}`)).toMatch(/^<Style isDefault="true"><ows:Identifier>viridis</)
    const pairs = (style: string) =>
      get(`/wmts?request=GetTile&layer=band-${id}&tilematrix=4&tilerow=7&tilecol=8${style}`)
    const tiles = `/raster/v1/bands/${id}/tiles/4/8/7`
    const own = (await get(tiles)).rawPayload
    for (const style of ['', '&style=', '&style=classes', '&style=default'])
      expect((await pairs(style)).rawPayload.equals(own), style).toBe(true)
    // What a template with this style becomes.
    expect((await get(`${tiles}?ramp=classes&min=10&max=30`)).rawPayload.equals(own)).toBe(true)
    const magma = await get(`${tiles}?ramp=magma`)
    expect((await pairs('&style=magma')).rawPayload.equals(magma.rawPayload)).toBe(true)
    expect((await pairs('&style=rainbow')).json().detail).toMatch(
      / must be one of viridis, .*, classes, default\.$/,
    )
    const other = await tile(`product-${modelled}`, '&style=classes')
    expect(other.json().detail).toBe(`The layer 'product-${modelled}' has no style 'classes'.`)
    expect(other.statusCode).toBe(400)
    expect((await get(`/raster/v1/bands/${band}/tiles/5/16/15?ramp=classes`)).statusCode).toBe(422)
  })
  it('does not exist for drafts, unknown layers and places outside', async () => {
    for (const layer of [`product-${draft}`, 'product-4242', 'nothing', `band-${band}-lower`]) {
      const answer = await tile(layer)
      expect(answer.statusCode).toBe(404)
      expect(answer.json().detail).toBe(`There is no layer '${layer}'.`)
    }
    expect((await get(`/wmts?request=GetTile&layer=band-${band}`)).statusCode).toBe(400)
    const beyond = `request=GetTile&layer=band-${band}&tilematrix=1&tilerow=2&tilecol=0`
    expect((await get(`/wmts?${beyond}`)).statusCode).toBe(404)
    expect((await get(`/wmts?${beyond.replace('matrix=1', 'matrix=23')}`)).statusCode).toBe(400)
  })
})

describe('OGC API - Tiles', () => {
  it('leads from the landing page to a tile', async () => {
    const follow = async (links: { rel: string; href: string }[], rel: string) => {
      const link = links.find((one) => one.rel === rel)
      expect(link, rel).toBeDefined()
      return get(link!.href.slice(base.length))
    }
    const landing = (await get('/tiles')).json()
    for (const { rel, href } of landing.links as { rel: string; href: string }[])
      expect((await fetch(href, { headers: viewer.headers })).status, rel).toBe(200)
    const { collections } = (await follow(landing.links, 'data')).json()
    const ids = collections.map(({ id }: { id: string }) => id)
    expect(ids.slice(0, 5)).toEqual(layers())
    expect(ids).not.toContain(`product-${draft}`)
    const collection = collections.find(({ id }: { id: string }) => id === `band-${band}`)
    expect((await get(`/tiles/collections/band-${band}`)).json()).toEqual(collection)
    const sets = (
      await follow(collection.links, 'http://www.opengis.net/def/rel/ogc/1.0/tilesets-map')
    ).json()
    expect(sets.tilesets).toHaveLength(1)
    const set = (await follow(sets.tilesets[0].links, 'self')).json()
    expect(set.tileMatrixSetLimits).toHaveLength(5)
    const { href, templated } = set.links.find(({ rel }: { rel: string }) => rel === 'item')
    expect(templated).toBe(true)
    const address = href.replace('{tileMatrix}/{tileCol}/{tileRow}', '5/16/15').slice(base.length)
    expect((await get(address)).headers['content-type']).toBe('image/png')
    const matrices = (await follow(set.links, 'http://www.opengis.net/def/rel/ogc/1.0/tiling-scheme')).json()
    expect(matrices).toMatchObject({
      id: 'WebMercatorQuad',
      crs: 'http://www.opengis.net/def/crs/EPSG/0/3857',
    })
    expect(matrices.tileMatrices).toHaveLength(23)
  })
  it('does not have what is not published, and no other set', async () => {
    for (const path of ['', '/map/tiles', '/map/tiles/WebMercatorQuad'])
      expect((await get(`/tiles/collections/product-${draft}${path}`)).statusCode).toBe(404)
    expect((await get(`/tiles/collections/band-${band}/map/tiles/WorldCRS84Quad`)).statusCode).toBe(404)
    expect((await get('/tiles/tileMatrixSets/WorldCRS84Quad')).statusCode).toBe(404)
  })
})

describe('the tile matrix set', () => {
  it('has the scales of the registry, and limits that hold the bounds', () => {
    // OGC 17-083r4, annex D.1: WebMercatorQuad.
    expect(MATRICES[0].scaleDenominator).toBeCloseTo(559082264.028717, 4)
    expect(MATRICES[0].cellSize).toBeCloseTo(156543.033928041, 6)
    expect(MATRICES[22].scaleDenominator).toBeCloseTo(133.295598990803, 9)
    const layer = { bounds: [0.95, 5.85, 3.35, 8.25], minZoom: 5, maxZoom: 6 } as Parameters<
      typeof limitsOf
    >[0]
    expect(limitsOf(layer)).toEqual([
      { zoom: 5, minRow: 15, maxRow: 15, minColumn: 16, maxColumn: 16 },
      { zoom: 6, minRow: 30, maxRow: 30, minColumn: 32, maxColumn: 32 },
    ])
    const world = { ...layer, bounds: [-180, -90, 180, 90], minZoom: 1, maxZoom: 1 } as const
    expect(limitsOf(world)).toEqual([{ zoom: 1, minRow: 0, maxRow: 1, minColumn: 0, maxColumn: 1 }])
  })
})

describe.skipIf(!hasGdal)('GDAL (skipped without gdal-bin)', () => {
  interface Facts {
    size: [number, number]
    bands: unknown[]
  }
  /** The colour of the middle of the band: cell 12 of 0 to 23. */
  async function colourOf(source: string): Promise<number[]> {
    const at = ['-valonly', '-wgs84', source, '2.2', '7.0']
    const text = await gdal('gdallocationinfo', at, { token: viewer.token })
    return text.trim().split('\n').map(Number)
  }
  // The colour of 12 of 23 in viridis, as the product's own tile has it.
  const COLOUR = [32, 144, 140]
  const near = (found: number[]) => {
    COLOUR.forEach((value, i) => expect(Math.abs(found[i] - value), String(found)).toBeLessThan(12))
    expect(found[3]).toBe(255)
  }

  it.skipIf(!hasDriver('WMTS'))('reads a layer of the WMTS by its templates', async () => {
    const { token } = viewer
    const capabilities = `${base}/wmts/1.0.0/WMTSCapabilities.xml`
    const found = await gdal('gdalinfo', [`WMTS:${capabilities}`], { token })
    expect(found).toContain(`layer=band-${band}`)
    const source = `WMTS:${capabilities},layer=band-${band}`
    near(await colourOf(source))
    // GDAL takes the finest zoom of the set, 22, unless one is chosen: here that of TileJSON, 4.
    const about = await gdal('gdalinfo', ['-json', `${source},tilematrix=4`], { token })
    const { size, bands } = JSON.parse(about) as Facts
    expect(size).toEqual([28, 28])
    expect(bands).toHaveLength(4)
  })
  it.skipIf(!hasDriver('WMTS'))('reads a layer of the WMTS by key-value pairs', async () => {
    const address = `${base}/wmts?SERVICE=WMTS&REQUEST=GetCapabilities&VERSION=1.0.0`
    near(await colourOf(`WMTS:${address},layer=product-${checkedIn}`))
  })
  it.skipIf(!hasDriver('WMS'))('reads the tiles of TileJSON as XYZ', async () => {
    const { tiles, maxzoom } = (await get(`/raster/v1/bands/${band}/tilejson`)).json()
    const url = (tiles[0] as string)
      .replace('{z}', '${z}')
      .replace('{x}', '${x}')
      .replace('{y}', '${y}')
      .replaceAll('&', '&amp;')
    const edge = 20037508.342789244
    near(
      await colourOf(
        `<GDAL_WMS><Service name="TMS"><ServerUrl>${url}</ServerUrl></Service><DataWindow><UpperLeftX>-${edge}</UpperLeftX><UpperLeftY>${edge}</UpperLeftY><LowerRightX>${edge}</LowerRightX><LowerRightY>-${edge}</LowerRightY><TileLevel>${maxzoom}</TileLevel><TileCountX>1</TileCountX><TileCountY>1</TileCountY><YOrigin>top</YOrigin></DataWindow><Projection>EPSG:3857</Projection><BlockSizeX>256</BlockSizeX><BlockSizeY>256</BlockSizeY><BandsCount>4</BandsCount></GDAL_WMS>`,
      ),
    )
  })
})
