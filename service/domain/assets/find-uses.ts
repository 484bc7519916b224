import type { AssetUse } from '#contract/rasters/assets.ts'
import { eq, inArray, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { bands } from '../../db/schema.ts'

/** What prevents an asset's deletion, sorted by text, and how many uses there are beyond `limit`. */
export async function findUses(
  db: Executor,
  assetId: number,
  limit: number,
): Promise<{ uses: AssetUse[]; total: number }> {
  const own = db.select({ id: bands.id }).from(bands).where(eq(bands.asset_id, assetId))
  const { rows } = await db.execute<AssetUse & { total: number }>(sql`
    with used as (
      select 'collection' as kind, c.id, c.name, 'the collection ' || c.name || case when max(v.version) = c.version
        then '' else ' (version ' || string_agg(v.version::text, ', ' order by v.version) || ')' end as use
      from collections c
      join collection_versions v on v.collection_id = c.id
      where ${inArray(sql`v.population_band_id`, own)} or exists (
        select from collection_bands cb
        where cb.collection_id = c.id and cb.version = v.version and ${inArray(sql`cb.band_id`, own)})
      group by c.id
      union all select 'product', p.id, p.job_key, 'the product ' || p.job_key
        from products p where p.asset_id = ${assetId}
      union all select 'population', w.id, w.iso3_code || ' ' || w.year,
        'the population dataset of ' || w.iso3_code || ' ' || w.year
        from worldpop_datasets w where w.asset_id = ${assetId}
      union all select 'asset', a.id, a.name, 'the raster ' || a.name || ' that was made from it'
        from assets a where a.processed_from = ${assetId}
      union all select 'job', j.id, coalesce(j.job_key, j.id::text), 'job ' || coalesce(j.job_key, j.id::text)
        from jobs j where j.layer ->> 'population_band_id' is not null
        and ${inArray(sql`(j.layer ->> 'population_band_id')::int`, own)} and j.status in ('pending', 'running')
    )
    select kind, id, name, use, count(*) over ()::int as total from used order by use, id limit ${limit}`)
  return {
    uses: rows.map(({ kind, id, name, use }) => ({ kind, id, name, use })),
    total: rows[0]?.total ?? 0,
  }
}
