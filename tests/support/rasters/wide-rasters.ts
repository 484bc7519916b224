import { sql } from '#drizzle'
import type { Services } from '#service/context.ts'
import { storeFile } from '../store-file.ts'

/** Assets with many bands each, as rows: `west` of the n-th is n degrees. Nothing can be read from their file. */
export async function addWideRasters(
  services: Services,
  {
    assets,
    bands,
    name = 'wide',
    words = '',
  }: { assets: number; bands: number; name?: string; words?: string },
): Promise<void> {
  const file = await storeFile(services, {
    name: `${name}.tif`,
    mediaType: 'image/tiff',
    content: Buffer.from(name),
    createdBy: null,
  })
  await services.db.execute(sql`
    with added as (
      insert into assets (name, file_id, width, height, affine, epsg, nodata, bounds, data_type, band_count,
        cloud_optimized, on_reference_grid)
      select ${name} || n || '.tif', ${file.id}, 100, 100, array[0.01, 0, west, 0, -0.01, south + 1], 4326, -9999,
        array[west, south, west + 1, south + 1], 'float32', ${bands}::int, true, true
      from generate_series(0, ${assets}::int - 1) as n, lateral (select n % 350 - 175 as west, n / 350 % 170 - 85 as south) as place
      returning id)
    insert into bands (asset_id, band_index, name, description, unit, source, statistics)
    select id, band, ${name} || '_' || id || '_' || band, ${words}::text, 'm', 'a source',
      '{"min": 0.123456789, "max": 1.23456789, "mean": 0.5123456789, "sd": 0.3123456789, "valid": 9999, "histogram": [1]}'
    from added, generate_series(1, ${bands}::int) as band`)
}
