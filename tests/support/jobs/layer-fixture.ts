import { CSV_READING } from '../csv-reading.ts'
import { eq } from '#drizzle'
import type { Services } from '#service/context.ts'
import { loadPoints } from '#service/domain/surveys/load-points.ts'
import { storePoints } from '#service/domain/surveys/store-points.ts'
import * as t from '#service/db/schema.ts'
import { storeFile } from '../store-file.ts'
import { writeCog } from '#service/raster/cog/write-cog.ts'

/**
 * A country of 2° × 2° with two districts, two covariates, population, and clusters; everything follows from a seed.
 */
const WIDTH = 24
const HEIGHT = 24
const CELL = 0.1
const WEST = 0.95
const NORTH = 8.25

export interface LayerFixture {
  layer: t.Layer
  surveyId: number
  submissionId: number
  /** Writes a pending job of this layer; it is not queued. */
  addJob(
    changes?: Partial<Omit<typeof t.jobs.$inferInsert, 'layer'>> & { layer?: Partial<t.Layer> },
  ): Promise<number>
}

/** Small, fast, and the same on every machine. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let x = Math.imul(state ^ (state >>> 15), state | 1)
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61)
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32
  }
}

const square = (west: number, south: number, east: number, north: number) => ({
  type: 'Polygon' as const,
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
})

export function pointsCsv(clusters = 60, seed = 7): string {
  const random = seeded(seed)
  const lines = ['cluster,longitude,latitude,numerator,denominator']
  for (let i = 0; i < clusters; i++) {
    const lon = 1.02 + 1.96 * random()
    const lat = 6.02 + 1.96 * random()
    const p = 1 / (1 + Math.exp(-(1.5 * Math.sin(3 * lon) + (lat - 7))))
    const n = 15 + Math.floor(10 * random())
    let y = 0
    for (let k = 0; k < n; k++) if (random() < p) y++
    lines.push(`${i + 1},${lon.toFixed(5)},${lat.toFixed(5)},${y},${n}`)
  }
  return `${lines.join('\n')}\n`
}

async function addBand(services: Services, name: string, value: (x: number, y: number) => number) {
  const values = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    value(i % WIDTH, Math.floor(i / WIDTH)),
  )
  const grid = { width: WIDTH, height: HEIGHT, affine: [CELL, 0, WEST, 0, -CELL, NORTH] as const, crs: 4326 }
  const content = writeCog({ ...grid, values })
  const file = await storeFile(services, {
    name: `${name}.tif`,
    mediaType: 'image/tiff',
    content,
    createdBy: null,
  })
  const [asset] = await services.db
    .insert(t.assets)
    .values({
      name: `${name}.tif`,
      file_id: file.id,
      width: WIDTH,
      height: HEIGHT,
      affine: [...grid.affine],
      epsg: 4326,
      nodata: -9999,
      bounds: [WEST, NORTH - HEIGHT * CELL, WEST + WIDTH * CELL, NORTH],
    })
    .returning()
  const statistics = { min: 0, max: 1, mean: 0.5, sd: 0.3, valid: WIDTH * HEIGHT, histogram: [1] }
  const [band] = await services.db
    .insert(t.bands)
    .values({ asset_id: asset.id, name, statistics })
    .returning()
  return band.id
}

async function addUnits(
  services: Services,
  place_type: 'adm0' | 'adm1',
  units: [string, string, ReturnType<typeof square>][],
) {
  const [version] = await services.db
    .insert(t.place_group_versions)
    .values({ iso3_code: 'TST', place_type, version: '1', is_default: true })
    .returning()
  await services.db.insert(t.places).values(
    units.map(([code, name, geometry], position) => ({
      version_id: version.id,
      position,
      code,
      name,
      geometry,
    })),
  )
  return version.id
}

/** With more clusters a layer takes longer: 60 take a second. */
export async function createLayerFixture(
  services: Services,
  ownerId: number,
  clusters = 60,
): Promise<LayerFixture> {
  const { db } = services
  await db.insert(t.countries).values({ iso3_code: 'TST', name: 'Testland' }).onConflictDoNothing()
  const height = await addBand(services, 'tst_height', (x, y) => Math.sin(x / 4) + y / 10)
  // A corner of the country without a value.
  const rain = await addBand(services, 'tst_rain', (x, y) =>
    x > 19 && y < 3 ? Number.NaN : Math.cos(y / 5) + x / 12,
  )
  const people = await addBand(services, 'tst_people', (x, y) => 100 + 10 * x + y)
  const [collection] = await db.insert(t.collections).values({ name: 'tst_basic' }).returning()
  await db.insert(t.collection_versions).values({ collection_id: collection.id, population_band_id: people })
  await db.insert(t.collection_bands).values([
    { collection_id: collection.id, position: 0, band_id: height },
    { collection_id: collection.id, position: 1, band_id: rain },
  ])
  const adm0 = await addUnits(services, 'adm0', [['TST', 'Testland', square(1, 6, 3, 8)]])
  const adm1 = await addUnits(services, 'adm1', [
    ['TST-W', '=West', square(1, 6, 2, 8)],
    ['TST-E', 'East', square(2, 6, 3, 8)],
  ])
  const columns = {
    cluster: 'cluster',
    longitude: 'longitude',
    latitude: 'latitude',
    numerator: 'numerator',
    denominator: 'denominator',
  }
  const points = await storeFile(services, {
    name: 'points.csv',
    mediaType: 'text/csv',
    content: Buffer.from(pointsCsv(clusters)),
    createdBy: ownerId,
  })
  const about = {
    iso3_code: 'TST',
    source: 'SIM',
    source_wave: '2024',
    source_date: '2024-03-01',
    round: '1',
    target: 'water',
  }
  const [survey] = await db
    .insert(t.surveys)
    .values({
      ...about,
      clusters,
      columns,
      reading: CSV_READING,
      simulated: true,
      note: 'Simulated for a test.',
      file_id: points.id,
    })
    .returning()
  await storePoints(
    db,
    survey.id,
    await loadPoints(services, { file: points, columns, remedies: [], survey: null }, { personId: null }),
  )
  const [submission] = await db
    .insert(t.submissions)
    .values({ title: 'A test', app_user_id: ownerId, config_file_id: points.id })
    .returning()
  const layer: t.Layer = {
    ...about,
    data_description: 'Water at home',
    survey_id: survey.id,
    columns,
    remedies: [],
    displacement: null,
    stack_name: 'tst_basic',
    collection_id: collection.id,
    stack_version: 1,
    covariate_year: null,
    population_band_id: people,
    adm_levels: [1],
    place_group_version_ids: { adm0, adm1 },
    method: 'gp',
    folds: 2,
    block_km: 'auto',
    draws: 100,
    seed: 1,
    overfit_gap: 0.2,
    adm_min_clusters: 10,
    exceedance_threshold: 0.4,
    urban_share: null,
    rake_to: null,
    rake_to_admin: null,
    tags: [],
    improves: null,
  }
  let row = 1
  return {
    layer,
    surveyId: survey.id,
    submissionId: submission.id,
    async addJob(changes = {}) {
      const [job] = await db
        .insert(t.jobs)
        .values({
          submission_id: submission.id,
          app_user_id: ownerId,
          config_row: ++row,
          ...about,
          data_description: 'Water at home',
          stack_name: 'tst_basic',
          method: 'gp',
          survey_id: survey.id,
          ...changes,
          layer: { ...layer, ...changes.layer },
        })
        .returning({ id: t.jobs.id })
      await db
        .update(t.jobs)
        .set({ job_key: `tst-water-sim-2024-r1-${job.id}` })
        .where(eq(t.jobs.id, job.id))
      return job.id
    },
  }
}
