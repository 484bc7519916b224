import { inArray } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { bands } from '../../db/schema.ts'
import { selectBands } from '../bands/select-bands.ts'
import type { ItemParts } from './item-parts.ts'
import { known, timeOf } from './item-time.ts'
import { rastersOfAssets } from './rasters-of-assets.ts'

export async function describeBandItems(
  db: Executor,
  records: readonly number[],
): Promise<Map<number, ItemParts>> {
  const rows = await selectBands(db).where(inArray(bands.id, [...records]))
  const rasters = await rastersOfAssets(
    db,
    rows.map(({ asset_id }) => asset_id),
  )
  const found = new Map<number, ItemParts>()
  for (const row of rows) {
    const raster = rasters.get(row.asset_id)
    if (!raster) continue
    const { name, description, unit, year, source, iso3_code, country, band_index } = row
    found.set(row.id, {
      extent: raster.extent,
      properties: {
        ...timeOf({ firstYear: year, created: row.created_at }),
        ...known({ title: name, description, unit, year, source, iso3_code, country }),
        ...known({ band_index, gsd: raster.gsd }),
        ...raster.projection,
      },
      assets: { data: { path: raster.path, ...raster.dataOf([row]) } },
      tileJson: raster.extent && `/raster/v1/bands/${row.id}/tilejson`,
    })
  }
  return found
}
