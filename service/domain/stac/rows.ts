import { type SQL, sql } from '#drizzle'
import { isListed } from '../../db/is-listed.ts'
import { assets, bands, products } from '../../db/schema.ts'

export const COLLECTION_IDS = ['bands', 'processed-rasters', 'outputs'] as const
export type CollectionId = (typeof COLLECTION_IDS)[number]

export interface StacRow extends Record<string, unknown> {
  collection: CollectionId
  /** Id of the band, asset or product. */
  record: number
  item_id: string
}

/** A raster that belongs to a product which is not published is in no collection. */
const withoutDraft = sql`${assets.status} = 'ready' and not exists (
  select from ${products} as draft where draft.asset_id = ${assets.id} and draft.status <> 'published')`

const yearStart = (year: SQL) => sql`make_timestamptz(${year}, 1, 1, 0, 0, 0, 'UTC')`
const yearEnd = (year: SQL) => sql`make_timestamptz(${year}, 12, 31, 23, 59, 59, 'UTC')`
/** As items say it: the database's microseconds would lie after their own milliseconds. */
const made = (at: typeof bands.created_at | typeof assets.created_at | typeof products.created_at) =>
  sql`date_trunc('milliseconds', ${at})`
const bandMade = made(bands.created_at)
const assetMade = made(assets.created_at)
const productMade = made(products.created_at)
const bandYear = sql`${bands.year}`
const productYear = sql`${products.year}`
const day = sql`(${products.source_date}::timestamp at time zone 'UTC')`

/** Those across 180°, with west greater than east, have all longitudes. */
const assetExtent = sql`case when ${assets.extent}[1] > ${assets.extent}[3]
  then array[-180, ${assets.extent}[2], 180, ${assets.extent}[4]] else ${assets.extent} end`

/** One row per item: a band, a processed raster, or a product that is published and listed. */
const ROWS: Record<CollectionId, SQL> = {
  bands: sql`
    select 'bands' as collection, ${bands.id} as record, 'band-' || ${bands.id} as item_id, ${bands.name} as title,
      ${bands.iso3_code} as iso3_code, ${bands.year} as year, ${bands.source} as source, null::text as source_wave,
      null::text as target, ${bands.unit} as unit, ${bandMade} as created,
      coalesce(${yearStart(bandYear)}, ${bandMade}) as starts,
      coalesce(${yearEnd(bandYear)}, ${bandMade}) as ends,
      ${assets.epsg} as epsg, ${assetExtent} as extent
    from ${bands} join ${assets} on ${assets.id} = ${bands.asset_id}
    where ${withoutDraft}`,
  'processed-rasters': sql`
    select 'processed-rasters' as collection, ${assets.id} as record, 'asset-' || ${assets.id} as item_id,
      ${assets.name} as title, about.iso3_code, about.first_year as year, about.source, null::text as source_wave,
      null::text as target, about.unit, ${assetMade} as created,
      coalesce(${yearStart(sql`about.first_year`)}, ${assetMade}) as starts,
      coalesce(${yearEnd(sql`about.last_year`)}, ${assetMade}) as ends,
      ${assets.epsg} as epsg, ${assetExtent} as extent
    from ${assets} cross join lateral (
      select min(b.year) as first_year, max(b.year) as last_year,
        case when count(distinct b.iso3_code) = 1 then min(b.iso3_code) end as iso3_code,
        case when count(distinct b.source) = 1 then min(b.source) end as source,
        case when count(distinct b.unit) = 1 then min(b.unit) end as unit
      from ${bands} as b where b.asset_id = ${assets.id}) as about
    where ${withoutDraft} and ${assets.on_reference_grid} and ${assets.cloud_optimized}`,
  outputs: sql`
    select 'outputs' as collection, ${products.id} as record, 'product-' || ${products.id} as item_id,
      ${products.title} as title, ${products.iso3_code} as iso3_code, ${products.year} as year,
      ${products.source} as source, ${products.source_wave} as source_wave, ${products.target} as target,
      ${products.unit} as unit, ${productMade} as created,
      coalesce(${day}, ${yearStart(productYear)}, ${productMade}) as starts,
      coalesce(${day}, ${yearEnd(productYear)}, ${productMade}) as ends,
      ${products.epsg} as epsg, case when ${products.job_id} is null then ${assetExtent} else ${products.bounds} end as extent
    from ${products} left join ${assets} on ${assets.id} = ${products.asset_id}
    where ${isListed} and ${products.status} = 'published'`,
}

const allOf = (parts: SQL[]) => sql`(${sql.join(parts, sql` union all `)}) as item`

/** The items of all collections, as a subquery. */
export const stacRows = allOf(Object.values(ROWS))

/** The newest `limit` of each collection, as a subquery: found by their keys, where a sort would read all items. */
export const newestRows = (conditions: readonly SQL[], limit: number) =>
  allOf(
    Object.values(ROWS).map(
      (rows) =>
        sql`(select * from (${rows}) as item ${where(conditions)} order by item.record desc limit ${limit})`,
    ),
  )

export const where = (conditions: readonly SQL[]) =>
  conditions.length === 0 ? sql`` : sql`where ${sql.join([...conditions], sql` and `)}`

/** Items by their ids, which end with the number of their record: its key is used, where a text would need all items. */
export function hasId(ids: readonly string[]): SQL {
  const records = ids.flatMap((id) => /-(\d{1,9})$/.exec(id)?.[1] ?? []).map(Number)
  return sql`(item.record = any(${sql.param(records)}::int[]) and item.item_id = any(${sql.param([...ids])}::text[]))`
}
