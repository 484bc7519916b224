import { afterAll, beforeAll, expect, it } from 'vitest'
import { listAssets } from '#contract/rasters/asset-list.ts'
import { listBands } from '#contract/rasters/band-list.ts'
import { listCollections } from '#contract/rasters/collection-list.ts'
import { listProcessed } from '#contract/rasters/processed.ts'
import {
  assets,
  bands,
  collection_bands,
  collection_versions,
  collections,
  files,
} from '#service/db/schema.ts'
import { seeded } from '../../support/jobs/layer-fixture.ts'
import { describeList, picker } from '../../support/database/list-oracle.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

type Band = typeof bands.$inferSelect & { asset: Asset; collections: number[] }
type Asset = typeof assets.$inferSelect & { size: number; sha256: string; codes: string[] }
type Collection = typeof collections.$inferSelect & { bands: Band[] }
const assetFacts: Asset[] = []
const bandFacts: Band[] = []
const collectionFacts: Collection[] = []
let service: TestService
let viewer: TestPerson
let sender: TestPerson

const STATUSES: Pick<typeof assets.$inferInsert, 'status' | 'intake' | 'findings'>[] = [
  { status: 'ready' },
  { status: 'received', intake: { way: 'upload', name: 'a.tif', about: {} } },
  { status: 'rejected', findings: [] },
]
const HASHES = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)]
/** The first two share an area; the third touches both. */
/** West and north. */
const CORNERS = [
  [1, 8],
  [2, 8.5],
  [3, 10],
  [-20, 8],
]
const NAMES = ['Ålesund', 'alpha', 'Zeta', 'zeta_100%', 'beta']
beforeAll(async () => {
  service = await createTestService()
  viewer = await service.logIn('viewer')
  sender = await service.logIn('staff')
  const { db } = service.services
  const { one, maybe, chance, int } = picker(seeded(59))
  const created_at = () => new Date(Date.UTC(2026, 5, int(1, 4)))
  for (let i = 0; i < 36; i++) {
    const [file] = await db
      .insert(files)
      .values({
        key: `raster-${i}`,
        name: 'a.tif',
        media_type: 'image/tiff',
        size: one([10, 200, 3000]),
        sha256: HASHES[i % HASHES.length],
      })
      .returning()
    const inDegrees = chance()
    const processed_from =
      i > 3
        ? maybe(
            assetFacts.slice(0, 3).map(({ id }) => id),
            0.5,
          )
        : null
    const recipe =
      processed_from === null
        ? null
        : { asset_id: processed_from, band: 1, method: 'sum' as const, name: `made_${i}` }
    const cell = inDegrees ? one([0.1, 0.01]) : one([100, 5000])
    const name = one(NAMES)
    const [width, height] = [one([8, 16, 32]), one([8, 16, 32])]
    const [west, north] = CORNERS[i % CORNERS.length]
    const [asset] = await db
      .insert(assets)
      .values({
        name,
        file_id: file.id,
        width,
        height,
        affine: [cell, 0, west, 0, -cell, north],
        epsg: inDegrees ? 4326 : maybe([32631, 3857]),
        bounds: [west, north - cell * height, west + cell * width, north],
        created_by: maybe([viewer.id, sender.id]),
        created_at: created_at(),
        ...STATUSES[i % STATUSES.length],
        cloud_optimized: chance(),
        on_reference_grid: chance(),
        processed_from,
        recipe,
      })
      .returning()
    const made: Asset = { ...asset, size: file.size, sha256: file.sha256, codes: [] }
    assetFacts.push(made)
    for (let band_index = 1; band_index <= int(1, 2); band_index++) {
      const [band] = await db
        .insert(bands)
        .values({
          asset_id: asset.id,
          band_index,
          name: `${one(NAMES)}_${i}_${band_index}`,
          description: one(['Rain of a year', 'Snow', '']),
          unit: one(['mm', 'm', '']),
          year: maybe([2018, 2020, 2024]),
          source: one(['CHIRPS', 'era5', '']),
          iso3_code: maybe(['NGA', 'KEN', 'TGO']),
          statistics: { min: 0, max: 1, mean: 0.5, sd: 0.1, valid: 64, histogram: [1] },
          created_at: created_at(),
        })
        .returning()
      bandFacts.push({ ...band, asset: made, collections: [] })
      if (band.iso3_code) made.codes.push(band.iso3_code)
    }
  }
  for (let i = 0; i < 20; i++) {
    const [collection] = await db
      .insert(collections)
      .values({
        name: `${one(NAMES)} ${i}`,
        description: one(['Of the coast', 'inland', '']),
        created_by: maybe([viewer.id, sender.id]),
        created_at: created_at(),
      })
      .returning()
    await db
      .insert(collection_versions)
      .values({ collection_id: collection.id, population_band_id: maybe(bandFacts.map(({ id }) => id)) })
    const members = bandFacts.filter(() => chance(0.05)).slice(0, int(1, 5))
    if (members.length > 0)
      await db
        .insert(collection_bands)
        .values(members.map(({ id }, position) => ({ collection_id: collection.id, position, band_id: id })))
    for (const member of members) member.collections.push(collection.id)
    collectionFacts.push({ ...collection, bands: members })
  }
})
afterAll(() => service.close())

const at = (path: string) => (query: string) => service.inject({ url: path + query, headers: viewer.headers })
/** Metres; a degree is about 111 km. */
const resolution = ({ asset }: Band) => Math.abs(asset.affine[4]) * (asset.epsg === 4326 ? 111_195.08 : 1)

/** The bounds of others are in metres, so on Earth they are close to 0° N. */
const located = ({ asset }: Band) => asset.status === 'ready' && asset.epsg === 4326
/** The first bands of two places. */
const places = () => {
  const [one, ...others] = bandFacts.filter(located)
  return [one, others.find(({ asset }) => asset.bounds[0] !== one.asset.bounds[0])!]
}
const shareArea = ({ bounds: [west, south, east, north] }: Asset, { bounds }: Asset) =>
  west < bounds[2] && bounds[0] < east && south < bounds[3] && bounds[1] < north

const assetSorts = {
  id: ({ id }: Asset) => id,
  name: ({ name }: Asset) => name,
  size: ({ size }: Asset) => size,
  width: ({ width }: Asset) => width,
  height: ({ height }: Asset) => height,
  crs: ({ epsg }: Asset) => epsg,
  created_at: (asset: Asset) => asset.created_at,
}
const assetFilters = {
  id: [
    [
      () => `id=${assetFacts[2].id}&id=${assetFacts[9].id}`,
      ({ id }: Asset) => [2, 9].some((i) => assetFacts[i].id === id),
    ],
  ],
  name: [
    ['name=ZET', ({ name }: Asset) => /zet/i.test(name)],
    ['name=_100%25', ({ name }: Asset) => name.includes('_100%')],
  ],
  iso3_code: [
    ['iso3_code=nga', ({ codes }: Asset) => codes.includes('NGA')],
    ['iso3_code=KEN&iso3_code=TGO', ({ codes }: Asset) => codes.some((code) => code !== 'NGA')],
  ],
  crs: [['crs=4326&crs=3857', ({ epsg }: Asset) => epsg === 4326 || epsg === 3857]],
  created_by: [[() => `created_by=${sender.id}`, (asset: Asset) => asset.created_by === sender.id]],
  cloud_optimized: [
    ['cloud_optimized=true', (asset: Asset) => asset.cloud_optimized],
    ['cloud_optimized=false', (asset: Asset) => !asset.cloud_optimized],
  ],
} as const

describeList<Asset>('the list of raster assets', {
  endpoint: listAssets,
  ask: at('/raster/v1/assets'),
  facts: () => assetFacts,
  idOf: ({ id }) => id,
  sorts: assetSorts,
  facets: {
    ask: at('/raster/v1/assets/facets'),
    values: {
      iso3_code: ({ codes }) => codes,
      status: ({ status }) => [status],
      created_by: (asset) => [asset.created_by],
      crs: ({ epsg }) => [epsg],
    },
  },
  filters: {
    ...assetFilters,
    status: [
      ['status=ready', ({ status }) => status === 'ready'],
      ['status=received&status=rejected', ({ status }) => status !== 'ready'],
    ],
    on_reference_grid: [
      ['on_reference_grid=true', (asset) => asset.on_reference_grid],
      ['on_reference_grid=false', (asset) => !asset.on_reference_grid],
    ],
    sha256: [[`sha256=${HASHES[0].toUpperCase()}`, ({ sha256 }) => sha256 === HASHES[0]]],
  },
})

/** On the reference grid and cloud-optimized, or made from another. */
const isProcessed = (asset: Asset) =>
  (asset.on_reference_grid && asset.cloud_optimized) || asset.processed_from !== null

it('has processed rasters on other grids and some that are not ready', () => {
  const made = assetFacts.filter((asset) => asset.processed_from !== null)
  expect(made.some(({ status }) => status !== 'ready')).toBe(true)
  expect(made.some((asset) => !asset.on_reference_grid)).toBe(true)
})
describeList<Asset>('the list of processed rasters', {
  endpoint: listProcessed,
  ask: at('/raster/v1/processed'),
  facts: () => assetFacts.filter(isProcessed),
  idOf: ({ id }) => id,
  sorts: assetSorts,
  facets: {
    ask: at('/raster/v1/processed/facets'),
    values: {
      iso3_code: ({ codes }) => codes,
      created_by: (asset) => [asset.created_by],
      processed_from: (asset) => [asset.processed_from],
    },
  },
  filters: {
    ...assetFilters,
    id: [
      [() => `id=${assetFacts.find(isProcessed)!.id}`, ({ id }) => id === assetFacts.find(isProcessed)!.id],
    ],
    processed_from: [
      [() => `processed_from=${assetFacts[0].id}`, (asset) => asset.processed_from === assetFacts[0].id],
    ],
  },
})

describeList<Band>('the list of bands', {
  endpoint: listBands,
  ask: at('/raster/v1/bands'),
  facts: () => bandFacts,
  idOf: ({ id }) => id,
  sorts: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    unit: ({ unit }) => unit,
    year: ({ year }) => year,
    source: ({ source }) => source,
    iso3_code: (band) => band.iso3_code,
    asset_id: (band) => band.asset_id,
    resolution_m: resolution,
    created_at: (band) => band.created_at,
  },
  facets: {
    ask: at('/raster/v1/bands/facets'),
    values: {
      iso3_code: (band) => [band.iso3_code],
      year: ({ year }) => [year],
      unit: ({ unit }) => [unit || null],
      source: ({ source }) => [source || null],
    },
  },
  filters: {
    id: [[() => `id=${bandFacts[4].id}`, ({ id }) => id === bandFacts[4].id]],
    name: [['name=zeta_100%25', ({ name }) => name.includes('zeta_100%')]],
    description: [['description=YEAR', ({ description }) => /year/i.test(description)]],
    unit: [['unit=mm', ({ unit }) => unit === 'mm']],
    year: [['year=2018&year=2024', ({ year }) => year === 2018 || year === 2024]],
    source: [['source=era5', ({ source }) => source === 'era5']],
    iso3_code: [['iso3_code=KEN', (band) => band.iso3_code === 'KEN']],
    global: [
      ['global=true', (band) => band.iso3_code === null],
      ['global=false', (band) => band.iso3_code !== null],
    ],
    asset_id: [[() => `asset_id=${assetFacts[5].id}`, (band) => band.asset_id === assetFacts[5].id]],
    collection_id: [
      [
        () => `collection_id=${collectionFacts[0].id}&collection_id=${collectionFacts[1].id}`,
        (band) => [0, 1].some((i) => band.collections.includes(collectionFacts[i].id)),
      ],
    ],
    overlaps: [
      [
        () => `overlaps=${places()[0].id}`,
        (band) => located(band) && shareArea(band.asset, places()[0].asset),
      ],
      [
        () =>
          places()
            .map(({ id }) => `overlaps=${id}`)
            .join('&'),
        (band) => located(band) && places().some(({ asset }) => shareArea(band.asset, asset)),
      ],
    ],
    on_reference_grid: [['on_reference_grid=true', ({ asset }) => asset.on_reference_grid]],
    cloud_optimized: [['cloud_optimized=false', ({ asset }) => !asset.cloud_optimized]],
  },
})

describeList<Collection>('the list of collections', {
  endpoint: listCollections,
  ask: at('/raster/v1/collections'),
  facts: () => collectionFacts,
  idOf: ({ id }) => id,
  sorts: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    bands: (collection) => collection.bands.length,
    created_at: (collection) => collection.created_at,
  },
  facets: {
    ask: at('/raster/v1/collections/facets'),
    values: {
      iso3_code: ({ bands: members }) => members.map((band) => band.iso3_code),
      band: ({ bands: members }) => members.map(({ name }) => name),
      created_by: (one) => [one.created_by],
    },
  },
  filters: {
    id: [[() => `id=${collectionFacts[1].id}`, ({ id }) => id === collectionFacts[1].id]],
    name: [['name=BETA', ({ name }) => /beta/i.test(name)]],
    description: [['description=coast', ({ description }) => description === 'Of the coast']],
    band: [
      [
        () =>
          `band=${encodeURIComponent(collectionFacts.find((one) => one.bands.length > 0)!.bands[0].name)}`,
        (collection) => {
          const { name } = collectionFacts.find((one) => one.bands.length > 0)!.bands[0]
          return collection.bands.some((band) => band.name === name)
        },
      ],
    ],
    iso3_code: [['iso3_code=NGA', (one) => one.bands.some((band) => band.iso3_code === 'NGA')]],
    created_by: [[() => `created_by=${viewer.id}`, (one) => one.created_by === viewer.id]],
  },
})
