import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { listProducts } from '#contract/interpolation/interpolation-list.ts'
import { assets, countries, files, jobs, product_tags, products, tags } from '#service/db/schema.ts'
import { createLayerFixture, seeded } from '../../support/jobs/layer-fixture.ts'
import { daysAgo, periodFilters, describeList, picker } from '../../support/database/list-oracle.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

/** West, south, east, north. */
const BOXES = [
  [0, 0, 2, 2],
  [2, 2, 4, 4],
  [5, 0, 7, 1],
]

type Product = typeof products.$inferSelect & { country: string; tags: string[] }
const facts: Product[] = []
let service: TestService
let viewer: TestPerson
let sender: TestPerson

beforeAll(async () => {
  service = await createTestService()
  viewer = await service.logIn('viewer')
  sender = await service.logIn('staff')
  const { db } = service.services
  const fixture = await createLayerFixture(service.services, sender.id)
  const { one, maybe, chance, int } = picker(seeded(67))
  const names = new Map((await db.select().from(countries)).map((row) => [row.iso3_code, row.name]))
  const tagRows = await db
    .insert(tags)
    .values(['Red', 'blue'].map((name) => ({ name })))
    .returning()
  for (let i = 0; i < 50; i++) {
    const [file] = await db
      .insert(files)
      .values({ key: `p-${i}`, name: 'p.tif', media_type: 'image/tiff', size: 1, sha256: '0'.repeat(64) })
      .returning()
    const box = maybe(BOXES)
    const [west, south, east, north] = box ?? [0, 0, 1, 1]
    const [asset] = await db
      .insert(assets)
      .values({
        name: 'p.tif',
        file_id: file.id,
        epsg: box && 4326,
        width: 1,
        height: 1,
        affine: [east - west, 0, west, 0, south - north, north],
        bounds: [west, south, east, north],
      })
      .returning()
    const ofJob = i < 12
    const values = {
      iso3_code: one(['NGA', 'KEN', 'CIV']),
      target: one(['water', 'Water', 'étain']),
      source: one(['DHS', 'mics']),
      source_wave: one(['2018', 'VII']),
      source_date: maybe(['2018-06-01', '2024-03-01']),
      round: one(['1', '10', '2']),
    }
    const jobId = ofJob ? await fixture.addJob({ ...values, status: 'completed', target: `job ${i}` }) : null
    const [row] = await db
      .insert(products)
      .values({
        ...values,
        job_id: jobId,
        asset_id: ofJob ? null : asset.id,
        job_key: `key-${String((i * 7) % 50).padStart(3, '0')}`,
        year: maybe([2018, 2024]),
        title: one(['Zinc', 'zinc 100%', 'Élan']),
        data_description: one(['At home', 'at SCHOOL', '']),
        resolution_m: maybe([100, 5000]),
        epsg: 4326,
        bounds: box?.slice() ?? null,
        status: one(['draft', 'published', 'retired']),
        version: one(['1', '2', 'b']),
        // A product of a job that is no longer final is hidden.
        final: ofJob && i % 3 > 0,
        created_by: maybe([viewer.id, sender.id]),
        created_at:
          i >= 20 && i < 24
            ? daysAgo([0, 3, 20, 40][i - 20])
            : new Date(Date.UTC(2026, 7, int(1, 5), one([0, 23]), 59)),
      })
      .returning()
    const own = ofJob ? [] : tagRows.filter(() => chance())
    if (own.length > 0)
      await db.insert(product_tags).values(own.map((tag) => ({ product_id: row.id, tag_id: tag.id })))
    if (ofJob && !row.final) continue
    facts.push({ ...row, country: names.get(row.iso3_code)!, tags: own.map(({ name }) => name) })
  }
  expect(await db.$count(jobs)).toBe(12)
})
afterAll(() => service.close())

const day = ({ created_at }: Product) => created_at.toISOString().slice(0, 10)
const get = (url: string) => service.inject({ url, headers: viewer.headers })
/** Boxes that share a point; a product without bounds intersects nothing. */
const touches =
  (west: number, south: number, east: number, north: number) =>
  ({ bounds }: Product) =>
    bounds !== null && bounds[0] <= east && bounds[2] >= west && bounds[1] <= north && bounds[3] >= south
const NGA = (one: Product) => one.iso3_code === 'NGA'

describeList<Product>('the catalogue of products', {
  endpoint: listProducts,
  ask: (query) => get(`/interpolation${query}`),
  facts: () => facts,
  idOf: ({ id }) => id,
  sorts: {
    id: ({ id }) => id,
    job_key: (one) => one.job_key,
    iso3_code: (one) => one.iso3_code,
    country: ({ country }) => country,
    target: ({ target }) => target,
    source: ({ source }) => source,
    source_wave: (one) => one.source_wave,
    source_date: (one) => one.source_date,
    round: ({ round }) => round,
    year: ({ year }) => year,
    title: ({ title }) => title,
    data_description: (one) => one.data_description,
    status: ({ status }) => status,
    version: ({ version }) => version,
    final: ({ final }) => final,
    resolution_m: (one) => one.resolution_m,
    created_at: (one) => one.created_at,
    created_by: (one) => one.created_by,
  },
  filters: {
    id: [[() => `id=${facts[3].id}`, ({ id }) => id === facts[3].id]],
    job_id: [
      [
        () => `job_id=${facts.find((one) => one.job_id !== null)!.job_id}`,
        (one) => one.job_id === facts.find(({ job_id }) => job_id !== null)!.job_id,
      ],
    ],
    job_key: [[() => `job_key=${facts[4].job_key}`, (one) => one.job_key === facts[4].job_key]],
    iso3_code: [
      ['iso3_code=nga', NGA],
      ['iso3_code=nga,KEN', (one) => one.iso3_code !== 'CIV'],
    ],
    iso3_codes: [['iso3_codes=NGA', NGA]],
    iso_3_code: [['iso_3_code=NGA', NGA]],
    iso_3_codes: [['iso_3_codes=NGA', NGA]],
    target: [['target=Water', ({ target }) => target === 'Water']],
    source: [['source=mics', ({ source }) => source === 'mics']],
    source_wave: [['source_wave=VII', (one) => one.source_wave === 'VII']],
    source_date: [['source_date=2024-03-01', (one) => one.source_date === '2024-03-01']],
    round: [['round=10&round=2', ({ round }) => round !== '1']],
    year: [['year=2018', ({ year }) => year === 2018]],
    title: [['title=ZINC%20100%25', ({ title }) => title === 'zinc 100%']],
    data_description: [['data_description=school', (one) => one.data_description === 'at SCHOOL']],
    status: [['status=draft&status=retired', ({ status }) => status !== 'published']],
    version: [['version=b', ({ version }) => version === 'b']],
    tags: [
      ['tags=red', (one) => one.tags.includes('Red')],
      ['tags=RED&tags=blue', (one) => one.tags.length === 2],
    ],
    tags_match: [
      ['tags_match=any&tags=RED&tags=blue', (one) => ['Red', 'blue'].some((name) => one.tags.includes(name))],
      [
        'tags_match=all&tags=red&tags=blue',
        (one) => ['Red', 'blue'].every((name) => one.tags.includes(name)),
      ],
      ['tags_match=any&tags=none&tags=red', (one) => one.tags.includes('Red')],
    ],
    final: [
      ['final=true', ({ final }) => final],
      ['final=false', ({ final }) => !final],
    ],
    created_by: [[() => `created_by=${viewer.id}`, (one) => one.created_by === viewer.id]],
    bounds: [
      ['bounds=1,1,3,3', touches(1, 1, 3, 3)],
      ['bounds=4.5,1,6,8', touches(4.5, 1, 6, 8)],
      ['bounds=-1,-1,10,0.5', touches(-1, -1, 10, 0.5)],
      ['bounds=3,3,3.5,3.5', touches(3, 3, 3.5, 3.5)],
    ],
    created_start: [['created_start=2026-08-03', (one) => day(one) >= '2026-08-03']],
    created_end: [['created_end=2026-08-03', (one) => day(one) <= '2026-08-03']],
    created: periodFilters('created', ({ created_at }) => created_at),
  },
  facets: {
    ask: (query) => get(`/interpolation/facets${query}`),
    values: {
      iso3_code: (one) => [one.iso3_code],
      source: ({ source }) => [source],
      target: ({ target }) => [target],
      status: ({ status }) => [status],
      year: ({ year }) => [year],
      round: ({ round }) => [round],
      created_by: (one) => [one.created_by],
      tags: (one) => one.tags,
      iso3_codes: (one) => [one.iso3_code],
    },
  },
  // Codes under several of the names are one filter.
  ofOnePart: ['iso3_code', 'iso3_codes', 'iso_3_code', 'iso_3_codes', 'tags', 'tags_match'],
})

describe('the size of the catalogue', () => {
  it.each([
    ['', () => true],
    ['?iso3_code=NGA', NGA],
    ['?tags=red&final=false', (one: Product) => one.tags.includes('Red') && !one.final],
    ['?limit=1&skip=30&sort_by=year', () => true],
  ])('%s is that of the list', async (query, keeps) => {
    expect((await get(`/interpolation/size${query}`)).json()).toBe(facts.filter(keeps).length)
  })
})

test("counts by country leave out the filter's other names, too", async () => {
  const counts = async (query: string) =>
    (await get(`/interpolation/facets?field=iso3_code&${query}`)).json<{ totalElements: number }>()
  const all = await counts('')
  expect(all.totalElements).toBe(3)
  for (const name of ['iso3_codes', 'iso_3_code', 'iso_3_codes'])
    expect(await counts(`${name}=NGA`)).toEqual(all)
})
