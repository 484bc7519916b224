import { type SQL, asc, eq } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { assets, bands, type BandStatistics, files } from '../../db/schema.ts'
import { readFileId } from '../../db/read-file.ts'
import type { Affine, Grid } from '../../raster/grid.ts'

/** A band with what modelling needs to read it. */
export interface BandWithGrid {
  id: number
  name: string
  year: number | null
  band_index: number
  statistics: BandStatistics
  categorical: boolean
  file_key: string
  grid: Grid
}

export async function findBandsWithGrid(db: Executor, where: SQL | undefined): Promise<BandWithGrid[]> {
  const rows = await db
    .select({
      id: bands.id,
      name: bands.name,
      year: bands.year,
      band_index: bands.band_index,
      statistics: bands.statistics,
      categorical: bands.categorical,
      file_key: files.key,
      width: assets.width,
      height: assets.height,
      affine: assets.affine,
      epsg: assets.epsg,
      crsDefinition: assets.crs_definition,
    })
    .from(bands)
    .innerJoin(assets, eq(assets.id, bands.asset_id))
    .innerJoin(files, eq(files.id, readFileId))
    .where(where)
    .orderBy(asc(bands.id))
  return rows.map(({ width, height, affine, epsg, crsDefinition, ...band }) => ({
    ...band,
    grid: { width, height, affine: affine as unknown as Affine, crs: epsg, crsDefinition },
  }))
}
