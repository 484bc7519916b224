import { inArray } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { assets } from '../../db/schema.ts'
import { bandsOfAssets } from './bands-of-assets.ts'
import type { ItemParts } from './item-parts.ts'
import { known, timeOf } from './item-time.ts'
import { rastersOfAssets } from './rasters-of-assets.ts'

/** The one value that all have; null if they differ. */
function common<T>(values: readonly T[]): T | null {
  return new Set(values).size === 1 ? values[0] : null
}

export async function describeProcessedItems(
  db: Executor,
  records: readonly number[],
): Promise<Map<number, ItemParts>> {
  const ids = [...records]
  const rasters = await rastersOfAssets(db, ids)
  const rows = await db.select().from(assets).where(inArray(assets.id, ids))
  const own = await bandsOfAssets(db, ids)
  const found = new Map<number, ItemParts>()
  for (const { id, name, created_at, processed_from } of rows) {
    const raster = rasters.get(id)
    if (!raster) continue
    const of = own.get(id) ?? []
    const years = of.flatMap(({ year }) => year ?? [])
    const firstYear = years.length > 0 ? Math.min(...years) : null
    found.set(id, {
      extent: raster.extent,
      properties: {
        ...timeOf({ firstYear, lastYear: firstYear && Math.max(...years), created: created_at }),
        ...known({ title: name, gsd: raster.gsd, year: firstYear, processed_from }),
        ...known({
          unit: common(of.map(({ unit }) => unit)),
          source: common(of.map(({ source }) => source)),
          iso3_code: common(of.map(({ iso3_code }) => iso3_code)),
        }),
        ...raster.projection,
      },
      assets: { data: { path: raster.path, ...raster.dataOf(of) } },
      tileJson: raster.extent && of.length > 0 ? `/raster/v1/bands/${of[0].id}/tilejson` : null,
    })
  }
  return found
}
