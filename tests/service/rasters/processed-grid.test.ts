import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Recipe } from '#contract/rasters/asset-list.ts'
import { loadRaster } from '#service/load/load-raster.ts'
import type { Affine } from '#service/raster/grid.ts'
import { readRaster } from '#service/raster/cells/read.ts'
import { raster } from '../../fixtures/configuration/country-folder.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { leftovers } from './sending.ts'

let service: TestService
let person: TestPerson
let collection: number
let fine: number
beforeAll(async () => {
  service = await createTestService()
  person = await service.logIn('staff')
  // Cells of 3 arc-minutes over Togo and Benin, off the reference grid.
  const coarse = { width: 100, height: 80, affine: [0.05, 0, 0.011, 0, -0.05, 10.017] as const, crs: 4326 }
  await bring(
    'base',
    raster((x, y) => x * y, coarse),
  )
  // Ten by ten of them lie in each cell of the collection.
  const tenths = {
    width: 1000,
    height: 800,
    affine: [0.005, 0, 0.011, 0, -0.005, 10.017] as const,
    crs: 4326,
  }
  fine = await bring(
    'fine',
    raster((x, y) => Math.floor(x / 10) + Math.floor(y / 10), tenths),
  )
  const made = await post('/raster/v1/collections', { name: 'Togo and Benin', bands: ['base'] })
  collection = made.json().id
})
afterAll(() => service.close())

const get = (url: string) => service.inject({ url, headers: person.headers })
const post = (url: string, payload: object, headers = {}) =>
  service.inject({ method: 'POST', url, payload, headers: { ...person.headers, ...headers } })
const process = (payload: object) => post('/raster/v1/processed', payload)
async function bring(name: string, source: Buffer): Promise<number> {
  const bands = [{ name, iso3_code: 'NGA' }]
  return (await loadRaster(service.services, { name: `${name}.tif`, source, bands, createdBy: null })).id
}
const cells = async (id: number) => readRaster((await get(`/raster/v1/assets/${id}/download`)).rawPayload)
const boxOf = async (iso3: string) =>
  (await get(`/countries/?iso3_code=${iso3}`)).json().content[0].bounds as [number, number, number, number]

function expectAffine(actual: Affine, expected: readonly number[]) {
  actual.forEach((value, i) => expect(value).toBeCloseTo(expected[i], 9))
}

describe('processing to a chosen grid', () => {
  it("gives the cells of a collection, so that the band fits the collection's others", async () => {
    const answer = await process({ asset_id: fine, collection_id: collection })
    expect(answer.statusCode, answer.body).toBe(200)
    const { asset, method } = answer.json()
    expect(method).toBe('average')
    const recipe: Recipe = {
      asset_id: fine,
      band: 1,
      method: 'average',
      name: `fine_grid${collection}`,
      collection_id: collection,
      collection_version: 1,
    }
    expect(asset).toMatchObject({
      width: 100,
      height: 80,
      on_reference_grid: false,
      processed_from: fine,
      recipe,
    })
    const { info, values } = await cells(asset.id)
    expectAffine(info.affine, [0.05, 0, 0.011, 0, -0.05, 10.017])
    values.forEach((value, i) => expect(value).toBeCloseTo((i % 100) + Math.floor(i / 100), 4))
    const listed = (await get(`/raster/v1/processed?processed_from=${fine}`)).json()
    expect(listed.content.map(({ id }: { id: number }) => id)).toEqual([asset.id])
    const both = await post('/raster/v1/collections', { name: 'both', bands: ['base', recipe.name] })
    expect(both.statusCode, both.body).toBe(200)
  })

  it('covers the box around a country, wherever the raster ends', async () => {
    const { asset, method } = (await process({ asset_id: fine, iso3_code: 'ben' })).json()
    expect(method).toBe('average')
    expect(asset).toMatchObject({ name: 'fine_30s_ben.tif', on_reference_grid: true, iso3_codes: ['BEN'] })
    const [west, south, east, north] = await boxOf('BEN')
    const edges = [
      Math.floor(west * 120),
      Math.floor(south * 120),
      Math.ceil(east * 120),
      Math.ceil(north * 120),
    ]
    asset.bounds.forEach((edge: number, i: number) => expect(edge * 120).toBeCloseTo(edges[i], 4))
    const { info, values } = await cells(asset.id)
    // The raster ends at 10.017° north and begins at 6.017°.
    expect(values[0]).toBeNaN()
    expect(values[Math.floor((info.affine[5] - 8) * 120) * info.width + 150]).toBeGreaterThan(0)
  })

  it('covers the part of a collection that lies over a country', async () => {
    const { asset } = (
      await process({ asset_id: fine, collection_id: collection, iso3_code: 'TGO', method: 'nearest' })
    ).json()
    expect(asset.name).toBe(`fine_grid${collection}_tgo.tif`)
    const { info, values } = await cells(asset.id)
    const [, , east] = await boxOf('TGO')
    const column = Math.ceil((east - 0.011) / 0.05)
    expect([info.width, info.height]).toEqual([column, Math.ceil((10.017 - (await boxOf('TGO'))[1]) / 0.05)])
    expect(values[column - 1]).toBe(column - 1)
  })

  it('cuts a country out of a raster whose own bounds have no degrees', async () => {
    const huge = { width: 4, height: 4, affine: [3e6, 0, -6e6, 0, -3e6, 1.2e7] as const, crs: 32632 }
    const id = await bring(
      'half_the_globe',
      raster((x, y) => x + 10 * y, huge),
    )
    expect((await process({ asset_id: id })).json().detail).toMatch(/includes a pole, .* cut it to a country/)
    const { asset } = (await process({ asset_id: id, iso3_code: 'BEN', method: 'nearest' })).json()
    const { values } = await cells(asset.id)
    expect(new Set(values)).toEqual(new Set([31]))
  })

  it('makes the same cells again from a recipe', async () => {
    const [{ id, recipe }] = (
      await get(`/raster/v1/processed?iso3_code=BEN&sort_by=id&sort_order=asc`)
    ).json().content
    const taken = await process(recipe)
    expect(taken.statusCode).toBe(409)
    const { asset } = (await process({ ...recipe, name: 'again' })).json()
    expect(asset.recipe).toEqual({ ...recipe, name: 'again' })
    expect((await cells(asset.id)).values).toEqual((await cells(id)).values)
  })

  it('keeps the recipe of a raster that nobody waits for', async () => {
    const payload = { asset_id: fine, collection_id: collection, name: 'later' }
    const answer = await post('/raster/v1/processed', payload, { prefer: 'respond-async' })
    expect(answer.statusCode, answer.body).toBe(202)
    expect(answer.json().recipe).toEqual({ ...payload, band: 1, method: 'average', collection_version: 1 })
  })

  it('names the version of a collection, whose grid it gives after that has changed', async () => {
    const { id } = (await post('/raster/v1/collections', { name: 'growing', bands: ['base'] })).json()
    const first = (await process({ asset_id: fine, collection_id: id, name: 'of_1' })).json().asset
    expect(first.recipe.collection_version).toBe(1)
    const wide = { width: 40, height: 20, affine: [0.1, 0, 0, 0, -0.1, 10] as const, crs: 4326 }
    await bring(
      'wide',
      raster((x, y) => x * y, wide),
    )
    const changed = await service.inject({
      method: 'PUT',
      url: `/raster/v1/collections/${id}`,
      headers: person.headers,
      payload: { name: 'growing', bands: ['wide'], current_version: 1 },
    })
    expect(changed.statusCode, changed.body).toBe(200)
    const second = (await process({ asset_id: fine, collection_id: id, name: 'of_2' })).json().asset
    expect(second).toMatchObject({ width: 40, height: 20, recipe: { collection_version: 2 } })
    const again = (await process({ ...first.recipe, name: 'of_1_again' })).json().asset
    expect(again).toMatchObject({ width: 100, height: 80, recipe: { ...first.recipe, name: 'of_1_again' } })
  })

  it('covers both sides of 180° of a country there, from a raster that counts to 360°', async () => {
    const world = { width: 360, height: 180, affine: [1, 0, 0, 0, -1, 90] as const, crs: 4326 }
    const global = await bring(
      'world',
      raster((x) => x, world),
    )
    const answer = await process({ asset_id: global, iso3_code: 'FJI', method: 'nearest' })
    expect(answer.statusCode, answer.body).toBe(200)
    const { asset, findings } = answer.json()
    const [west, south, east, north] = await boxOf('FJI')
    expect(west).toBeGreaterThan(east)
    expect(asset).toMatchObject({ width: 360 * 120, on_reference_grid: true })
    expect(findings).toContainEqual(
      expect.objectContaining({
        severity: 'note',
        code: 'both-sides-of-180',
        message: expect.stringMatching(
          /lies on both sides of 180°, so the result spans all longitudes; between/,
        ),
      }),
    )
    const valueAt = async (longitude: number) => {
      const [band] = (await get(`/raster/v1/bands?asset_id=${asset.id}`)).json().content
      const at = `longitude=${longitude}&latitude=${(south + north) / 2}`
      return (await get(`/raster/v1/bands/${band.id}/value?${at}`)).json().value
    }
    expect(await Promise.all([179.5, -179.5, 0, 100].map(valueAt))).toEqual([179, 180, null, null])
  }, 120_000)

  it.each([
    [
      'a version without a collection',
      { collection_version: 1 },
      422,
      'A version belongs to a collection: give the collection, too.',
    ],
    [
      'a version that does not exist',
      { collection_id: 1, collection_version: 9 },
      404,
      "The collection 'Togo and Benin' has no version 9.",
    ],
    ['an unknown collection', { collection_id: 4242 }, 404, 'There is no band collection 4242.'],
    ['an unknown country', { iso3_code: 'XXX' }, 422, "The country 'XXX' is not known."],
    [
      'a country outside the collection',
      { collection_id: 1, iso3_code: 'KEN' },
      422,
      "The collection 'Togo and Benin' does not cover Kenya. Choose another country, or none.",
    ],
    [
      'a country outside the raster',
      { iso3_code: 'KEN' },
      422,
      'The raster does not overlap the chosen country or collection. Choose the area that it covers, or check its CRS and its georeference.',
    ],
  ])('is rejected for %s, and keeps nothing', async (_, payload, status, detail) => {
    const before = await leftovers(service)
    const answer = await process({ asset_id: fine, ...payload })
    expect([answer.statusCode, answer.json().detail]).toEqual([status, detail])
    expect(await leftovers(service)).toEqual(before)
  })
})
