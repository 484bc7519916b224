import { sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { extentInDegrees } from '../../raster/grids/around-globe.ts'
import type { Affine, Bounds } from '../../raster/grid.ts'

const AT_ONCE = 1000

interface Located {
  epsg: number | null
  crs_definition: string | null
  width: number
  height: number
  affine: number[]
}
type Row = Located & { id: number } & Record<string, unknown>

/**
 * In degrees from -180 to 180, for rasters from 0 to 360 too; across 180°, west is greater than east. Null if the bounds
 * cannot be computed.
 */
export const extentOf = ({ epsg, crs_definition, affine, ...size }: Located): Bounds | null =>
  extentInDegrees({ ...size, affine: affine as unknown as Affine, crs: epsg, crsDefinition: crs_definition })

/** Computes the extents of assets that have come in since the last search. */
export async function fillExtents(db: Executor): Promise<void> {
  for (;;) {
    const { rows } = await db.execute<Row>(sql`
      select id, epsg, crs_definition, width, height, affine from assets
      where extent is null and status = 'ready' order by id limit ${AT_ONCE}`)
    if (rows.length === 0) return
    const found = rows.map((row) => ({ id: row.id, extent: extentOf(row) ?? [] }))
    await db.execute(sql`
      update assets set extent = found.extent
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as found(id integer, extent double precision[])
      where assets.id = found.id`)
    if (rows.length < AT_ONCE) return
  }
}
