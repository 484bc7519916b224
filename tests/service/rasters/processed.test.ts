import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadRaster } from '#service/load/load-raster.ts'
import { readRaster } from '#service/raster/cells/read.ts'
import { isOnReferenceGrid } from '#service/raster/grids/reference-grid.ts'
import { raster } from '../../fixtures/configuration/country-folder.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { leftovers } from './sending.ts'
import { hasGdal } from '../../support/rasters/gdal.ts'

interface Class {
  value: number
  colour: string
}

let service: TestService
let person: TestPerson
let viewer: TestPerson
beforeAll(async () => {
  service = await createTestService()
  person = await service.logIn('staff')
  viewer = await service.logIn('viewer')
})
afterAll(() => service.close())

const get = (url: string) => service.inject({ url, headers: viewer.headers })
const process = (payload: object, who = person) =>
  service.inject({ method: 'POST', url: '/raster/v1/processed', payload, headers: who.headers })
const bring = async (name: string, source: Buffer, unit = 'mm') =>
  (
    await loadRaster(service.services, {
      name: `${name}.tif`,
      source,
      bands: [{ name, unit }],
      createdBy: null,
    })
  ).id
const cells = async (id: number) => readRaster((await get(`/raster/v1/assets/${id}/download`)).rawPayload)

describe('processing', () => {
  it('preserves totals of finer cells by sum, on the reference grid', async () => {
    // 3 arc-seconds, a hundred of them in a cell of the reference grid, off by half a cell.
    const fine = {
      width: 40,
      height: 30,
      affine: [1 / 1200, 0, 1 + 1 / 2400, 0, -1 / 1200, 8] as const,
      crs: 4326,
    }
    const id = await bring(
      'people',
      raster((x, y) => x + y, fine),
      'people',
    )
    // The band's unit is people.
    const answer = await process({ asset_id: id })
    expect(answer.statusCode).toBe(200)
    const { asset, method } = answer.json()
    expect(method).toBe('sum')
    expect(asset).toMatchObject({
      name: 'people_30s.tif',
      on_reference_grid: true,
      cloud_optimized: true,
      processed_from: id,
      processed_from_name: 'people.tif',
      nodata: -9999,
      crs: 4326,
      width: 5,
      height: 3,
      created_by: person.id,
    })
    const { info, values } = await cells(asset.id)
    expect(isOnReferenceGrid(info)).toBe(true)
    const total = Array.from({ length: 1200 }, (_, i) => (i % 40) + Math.floor(i / 40)).reduce(
      (a, b) => a + b,
    )
    expect(Array.from(values).reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : value), 0)).toBeCloseTo(
      total,
      0,
    )
    const [band] = (await get(`/raster/v1/bands?asset_id=${asset.id}`)).json().content
    expect(band).toMatchObject({ name: 'people_30s', unit: 'people' })
  })
  it('chooses the method by the size of the cells', async () => {
    const coarse = { width: 4, height: 4, affine: [0.05, 0, 1, 0, -0.05, 8] as const, crs: 4326 }
    const id = await bring(
      'coarse',
      raster((x) => x, coarse),
    )
    const { asset, method } = (await process({ asset_id: id, name: 'smooth' })).json()
    expect(method).toBe('bilinear')
    const { values, info } = await cells(asset.id)
    expect([info.width, info.height]).toEqual([24, 24])
    expect(values[0]).toBe(0)
    expect(values[23]).toBe(3)
    // Halfway between the centres of two source cells.
    expect(values[6]).toBeCloseTo(0.5833, 3)
  })
  it('warps Web Mercator', async () => {
    const mercator = {
      width: 50,
      height: 50,
      affine: [2000, 0, 100_000, 0, -2000, 900_000] as const,
      crs: 3857,
    }
    const id = await bring(
      'mercator',
      raster((x, y) => x * 100 + y, mercator),
    )
    const { asset } = (await process({ asset_id: id, method: 'nearest' })).json()
    const { info, values } = await cells(asset.id)
    // The cell whose centre is at source cell (10, 20) has its value.
    const [x, y] = [100_000 + 10.5 * 2000, 900_000 - 20.5 * 2000]
    const lon = (x / 6378137) * (180 / Math.PI)
    const lat = (2 * Math.atan(Math.exp(y / 6378137)) - Math.PI / 2) * (180 / Math.PI)
    const column = Math.floor((lon - info.affine[2]) * 120)
    const row = Math.floor((info.affine[5] - lat) * 120)
    expect([1020, 920, 1120, 1019, 1021]).toContain(values[row * info.width + column])
  })
  it('warps any system that can be projected, and says in which one a raster is', async () => {
    const utm = {
      width: 60,
      height: 50,
      affine: [1000, 0, 400_000, 0, -1000, 1_000_000] as const,
      crs: 32632,
    }
    const id = await bring(
      'utm',
      raster((x, y) => x * 100 + y, utm),
    )
    const findings = (await get(`/raster/v1/assets/${id}/findings`)).json().content
    expect(findings[0]).toMatchObject({
      severity: 'warning',
      message: 'The raster is in EPSG:32632 (WGS 84 / UTM zone 32N); it cannot be a covariate as it is.',
    })
    const { asset, method } = (await process({ asset_id: id, name: 'from_utm' })).json()
    expect(method).toBe('bilinear')
    expect(asset).toMatchObject({ crs: 4326, on_reference_grid: true })
    const summed = await process({ asset_id: id, method: 'sum', name: 'sum_of_utm' })
    expect(summed.statusCode).toBe(200)
    const { values } = await cells(summed.json().asset.id)
    const total = Array.from(values).reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : value), 0)
    // 60 × 50 cells whose mean is 2950 + 24.5.
    expect(total / (3000 * 2974.5)).toBeCloseTo(1, 6)
    for (const made of [asset, summed.json().asset])
      await service.inject({ method: 'DELETE', url: `/raster/v1/assets/${made.id}`, headers: person.headers })
  })
  it('lists rasters on the grid, and their origin', async () => {
    const { content, totalElements } = (await get('/raster/v1/processed?sort_by=id&sort_order=asc')).json()
    expect(totalElements).toBe(3)
    expect(content.map((one: { name: string }) => one.name)).toEqual([
      'people_30s.tif',
      'smooth.tif',
      'mercator_30s.tif',
    ])
    const from = content[0].processed_from
    expect((await get(`/raster/v1/processed?processed_from=${from}`)).json().totalElements).toBe(1)
    expect((await get('/raster/v1/processed?skip=10')).json()).toEqual({ content: [], totalElements: 3 })
    expect((await get('/raster/v1/processed?sort_by=x')).statusCode).toBe(422)
    expect((await service.inject({ url: '/raster/v1/processed' })).statusCode).toBe(403)
  })
  it('keeps classes with their colours: by nearest or mode, for any size of cells', async () => {
    const source = await readFile(new URL('../../fixtures/raster/u8-palette.tif', import.meta.url))
    const id = await bring('land_cover', source)
    const mean = await process({ asset_id: id, method: 'average' })
    expect(mean.statusCode).toBe(422)
    expect(mean.json().detail).toMatch(/^This band holds classes/)
    const { asset, method } = (await process({ asset_id: id })).json()
    expect(method).toBe('nearest')
    expect(asset).toMatchObject({ data_type: 'uint8', cloud_optimized: true, on_reference_grid: true })
    const { values } = await cells(asset.id)
    expect(new Set(Array.from(values).filter((value) => !Number.isNaN(value)))).toEqual(new Set([10, 20, 30]))
    const [band] = (await get(`/raster/v1/bands?asset_id=${asset.id}`)).json().content
    expect(band.categorical).toBe(true)
    const { classes } = (await get(`/raster/v1/bands/${band.id}/histogram`)).json()
    expect(classes.map(({ value, colour }: Class) => `${value} ${colour}`)).toEqual([
      '10 #72f56e',
      '20 #e4ebdc',
      '30 #56e14a',
    ])
    const most = await process({ asset_id: id, method: 'mode', name: 'most' })
    expect(most.json()).toMatchObject({ method: 'mode', asset: { data_type: 'uint8' } })
  })
  it('is rejected with a sentence, and keeps nothing', async () => {
    const utm = { width: 4, height: 4, affine: [3e6, 0, -6e6, 0, -3e6, 1.2e7] as const, crs: 32632 }
    const world = await bring(
      'world',
      raster((x) => x, utm),
    )
    const before = await leftovers(service)
    const answer = await process({ asset_id: world })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().detail).toMatch(/includes a pole, crosses 180° or extends beyond/)
    expect((await process({ asset_id: 4242 })).statusCode).toBe(404)
    expect((await process({ asset_id: world, band: 2 })).json().detail).toMatch(/has one band, no band 2/)
    expect((await process({ asset_id: world, method: 'magic' })).statusCode).toBe(422)
    expect((await process({ asset_id: world, name: 'people' })).statusCode).toBe(409)
    expect((await process({ asset_id: world }, viewer)).statusCode).toBe(403)
    expect(await leftovers(service)).toEqual(before)
  })

  it.skipIf(!hasGdal)('agrees with gdalwarp for an average', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'strata-gdal-'))
    try {
      const fine = { width: 60, height: 60, affine: [1 / 1200, 0, 1, 0, -1 / 1200, 8] as const, crs: 4326 }
      const source = raster((x, y) => (x < 7 && y < 9 ? Number.NaN : Math.sin(x / 5) * 10 + y), fine)
      await writeFile(join(folder, 'in.tif'), source)
      execFileSync('gdalwarp', [
        '-q',
        '-r',
        'average',
        '-tr',
        String(1 / 120),
        String(1 / 120),
        '-te',
        '1',
        '7.95',
        '1.05',
        '8',
        join(folder, 'in.tif'),
        join(folder, 'out.tif'),
      ])
      const { asset } = (await process({ asset_id: await bring('fine', source) })).json()
      const [ours, theirs] = [await cells(asset.id), await readRaster(join(folder, 'out.tif'))]
      expect(ours.values.length).toBe(theirs.values.length)
      ours.values.forEach((value, i) => expect(value).toBeCloseTo(theirs.values[i], 4))
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
