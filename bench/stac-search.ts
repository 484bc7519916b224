/**
 * Searches of the STAC catalogue, compared with the same page of one table by its key and a plain count of it.
 * Run: node_modules/.bin/node bench/stac-search.ts [items]   (default 100000, two thirds of them bands)
 */
import { readFile } from 'node:fs/promises'
import { sql } from '../service/drizzle.ts'
import { connect, type Database } from '../service/db/client.ts'
import { findRow, search, type StacSearch } from '../service/domain/stac/search.ts'
import { median, quantile, say, sayMachine, withDatabase } from './lib/bench-database.ts'

const ITEMS = Number(process.argv[2] ?? 100_000)
const ROUNDS = 15

const NIGERIA = new URL('../samples/nigeria/adm0.geojson', import.meta.url)
const [nigeria] = JSON.parse(await readFile(NIGERIA, 'utf8')).features
const box = [
  [10, 5],
  [13, 5],
  [13, 8],
  [10, 8],
  [10, 5],
]

const CASES: [string, Omit<StacSearch, 'limit'>][] = [
  ['no filter', {}],
  ['in the last collection', { collections: ['outputs'] }],
  ['a box that holds a hundredth', { bbox: [10, 5, 13, 8] }],
  ['the same box as a polygon', { intersects: { type: 'Polygon', coordinates: [box] } }],
  ['the outline of Nigeria', { intersects: nigeria.geometry }],
  ['a year', { datetime: '2015-01-01T00:00:00Z/2015-12-31T23:59:59Z' }],
  ['a box and a year', { bbox: [10, 5, 13, 8], datetime: '2015-06-01T00:00:00Z' }],
  ['country and unit by CQL2', { filter: "iso3_code = 'KEN' AND unit = 'mm'" }],
  ['a title by CQL2', { filter: "title LIKE 'Layer 99%'" }],
  ['three ids', { ids: ['band-17', `band-${Math.floor(ITEMS / 2)}`, 'product-5'] }],
]

/** Rasters of two bands each, and a third as many products; extents of 3 by 3 degrees all over the world. */
async function fill(db: Database): Promise<void> {
  const assets = Math.ceil(ITEMS / 3)
  await db.execute(sql`
    insert into files (key, name, media_type, size, sha256) values ('bench', 'bench.tif', 'image/tiff', 1, 'bench')`)
  await db.execute(sql`
    insert into assets (name, file_id, width, height, affine, epsg, bounds, extent, cloud_optimized)
    select 'raster-' || i || '.tif', (select id from files), 360, 360, array[1, 0, 0, 0, -1, 0]::float8[], 4326, box, box, true
    from generate_series(1, ${assets}) as i,
      lateral (select (i * 37) % 355 - 180 as west, (i * 17) % 169 - 85 as south) as corner,
      lateral (select array[west, south, west + 3, south + 3]::float8[] as box) as extent`)
  await db.execute(sql`
    insert into bands (asset_id, band_index, name, unit, year, source, iso3_code, statistics)
    select (i + 1) / 2, 2 - i % 2, 'band-' || i, (array['mm', '°C', 'm', 'people'])[1 + i % 4], 1990 + i % 35, 'bench',
      (array['KEN', 'UGA', 'BEN', 'NGA', 'TZA'])[1 + i % 5], '{}'
    from generate_series(1, ${assets * 2}) as i`)
  await db.execute(sql`
    insert into products (asset_id, job_key, iso3_code, source, source_wave, source_date, round, target, year, title, bounds, epsg, final)
    select i, 'layer-' || i, (array['KEN', 'UGA', 'BEN', 'NGA', 'TZA'])[1 + i % 5], 'DHS', '7', '2018-01-01', 1, 'stunting',
      1990 + i % 35, 'Layer ' || i, array[i % 170, i % 80, i % 170 + 3, i % 80 + 3]::float8[], 4326, true
    from generate_series(1, ${assets}) as i`)
  await db.execute(sql`analyze`)
}

async function time(work: () => Promise<unknown>): Promise<number[]> {
  const seen: number[] = []
  await work()
  for (let i = 0; i < ROUNDS; i++) {
    const start = performance.now()
    await work()
    seen.push(performance.now() - start)
  }
  return seen
}

await withDatabase(async (url) => {
  const db = connect(url, { max: 2 })
  await fill(db)
  sayMachine()
  const peer = median(
    await time(async () => {
      await db.execute(sql`select * from bands order by id desc limit 11`)
      await db.execute(sql`select count(*) from bands`)
    }),
  )
  say(`the newest of one table and its count: ${peer.toFixed(1)} ms`)
  const report = (name: string, found: string, times: number[]) =>
    say(
      `${name} (${found}): ${median(times).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms, ` +
        `${(median(times) / peer).toFixed(1)} × that`,
    )
  const { next } = await search(db, { limit: Math.floor(ITEMS / 3) })
  for (const [name, query] of [...CASES, ['a later page', { token: next! }] as const]) {
    const { matched } = await search(db, { limit: 10, ...query })
    report(name, String(matched), await time(() => search(db, { limit: 10, ...query })))
  }
  report('one item', '1', await time(() => findRow(db, 'bands', `band-${Math.floor(ITEMS / 2)}`)))
  await db.$client.end()
})
