import { sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import type { Bounds } from '../../raster/grid.ts'
import { boundsInDegrees } from '../../raster/projection.ts'

const AT_ONCE = 1000

interface Located {
  epsg: number | null
  crs_definition: string | null
  bounds: Bounds
}
type Row = Located & { id: number } & Record<string, unknown>

/** In degrees from -180 to 180, for rasters from 0 to 360 too; null if the bounds cannot be computed. */
export function extentOf({ epsg, crs_definition, bounds }: Located): Bounds | null {
  const degrees = boundsInDegrees({ crs: epsg, crsDefinition: crs_definition }, bounds)
  if (!degrees) return null
  const [west, south, east, north] = degrees
  const shift = west >= 180 ? -360 : 0
  const wraps = shift === 0 && east > 180
  const within = (value: number, most: number) => Math.min(most, Math.max(-most, value))
  return [
    wraps ? -180 : within(west + shift, 180),
    within(south, 90),
    wraps ? 180 : within(east + shift, 180),
    within(north, 90),
  ]
}

/** Computes the extents of assets that have come in since the last search. */
export async function fillExtents(db: Executor): Promise<void> {
  for (;;) {
    const { rows } = await db.execute<Row>(sql`
      select id, epsg, crs_definition, bounds from assets
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
