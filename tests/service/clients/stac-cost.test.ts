import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '#contract/endpoint.ts'
import type { searchStac } from '#contract/standards/stac.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { addWideRasters } from '../../support/rasters/wide-rasters.ts'

type Items = Answer<typeof searchStac>
const BANDS = 512
const ASSETS = 6

let service: TestService
let viewer: TestPerson
beforeAll(async () => {
  service = await createTestService()
  viewer = await service.logIn('viewer')
  await addWideRasters(service.services, { assets: ASSETS, bands: BANDS })
})
afterAll(() => service.close())

const get = (url: string) => service.inject({ url, headers: viewer.headers })
const search = (payload: object) =>
  service.inject({ method: 'POST', url: '/stac/search', headers: viewer.headers, payload })
const bandsOf = (item: Items['features'][number]) => item.assets.data['raster:bands'] as { name: string }[]

describe('files of 512 bands', () => {
  it("have items that describe their own band, so that a page doesn't grow with the file", async () => {
    const answer = await get('/stac/collections/bands/items?limit=1000')
    expect(answer.statusCode).toBe(200)
    const { features } = answer.json<Items>()
    expect(features).toHaveLength(1000)
    for (const item of features)
      expect(bandsOf(item)).toMatchObject([{ name: item.properties.title, unit: 'm' }])
    expect(answer.body.length).toBeLessThan(2.5e6)
  })

  it('are described whole by their own items, on pages of at most 2000 bands', async () => {
    const seen: string[] = []
    for (let url: string | undefined = '/stac/collections/processed-rasters/items?limit=1000'; url;) {
      const answer = await get(url)
      expect(answer.statusCode, answer.body).toBe(200)
      expect(answer.body.length).toBeLessThan(1e6)
      const { features, links, numberMatched, numberReturned } = answer.json<Items>()
      expect(numberMatched).toBe(ASSETS)
      expect(numberReturned).toBe(features.length)
      for (const item of features) expect(bandsOf(item)).toHaveLength(BANDS)
      seen.push(...features.map(({ id }) => id))
      url = links.find(({ rel }) => rel === 'next')?.href.replace(/^.*\/api\/v1/, '')
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toHaveLength(ASSETS)
  })
})

describe('intersects', () => {
  const star = (positions: number, inner: number) => {
    const ring = Array.from({ length: positions - 1 }, (_, i) => {
      const angle = (2 * Math.PI * i) / (positions - 1)
      const radius = i % 2 === 0 ? 80 : inner
      return [radius * Math.cos(angle), radius * Math.sin(angle)]
    })
    return { type: 'Polygon', coordinates: [[...ring, ring[0]]] }
  }

  it('with 10,000 positions takes no longer than without, however many items are in its box', async () => {
    await addWideRasters(service.services, { assets: 8000, bands: 1, name: 'many' })
    const timed = async (payload: object) => {
      const begun = performance.now()
      const answer = await search(payload)
      expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
      return { ms: performance.now() - begun, matched: answer.json<Items>().numberMatched }
    }
    const box = { bbox: [-80, -80, 80, 80], limit: 1 }
    await timed(box)
    const plain = await timed(box)
    const drawn = await timed({ intersects: star(10_000, 79.9), limit: 1 })
    expect(drawn.matched).toBeGreaterThan(100)
    expect(drawn.matched).toBeLessThan(plain.matched)
    expect(drawn.ms).toBeLessThan(10 * plain.ms + 1000)
  }, 60_000)

  it('is rejected with a sentence when its edges are near too many items', async () => {
    const answer = await search({ intersects: star(10_000, 0.001), limit: 1 })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      detail: expect.stringMatching(/^intersects has too many edges near/),
    })
    const more = await search({ intersects: star(10_002, 79) })
    expect(more.json()).toMatchObject({ detail: expect.stringContaining('more than 10,000 positions') })
  })
})
