import type { Executor } from '../../db/client.ts'
import { wholeWidth } from '../../raster/grids/around-globe.ts'
import { getBand, type presentBand, requireStoredBand } from '../bands/select-bands.ts'
import { type ColourStop, type TileLayer, zoomsOf } from './tile-layer.ts'

export async function layerOfBand(db: Executor, id: number): Promise<TileLayer> {
  const band = await getBand(db, id)
  return bandLayer(band, band.bounds_degrees && wholeWidth(band.bounds_degrees))
}

/** The values of a categorical band, each with its colour. */
export async function classesOfBand(db: Executor, id: number): Promise<ColourStop[]> {
  const { statistics } = await requireStoredBand(db, id)
  return (statistics.classes ?? []).map(({ value, colour }) => ({ value, colour }))
}

export function bandLayer(band: ReturnType<typeof presentBand>, bounds: TileLayer['bounds']): TileLayer {
  const { id, name, description, source, unit, resolution_m, cloud_optimized, statistics } = band
  return {
    id: `band-${id}`,
    title: name,
    description,
    source,
    unit,
    bounds,
    ...zoomsOf(resolution_m, cloud_optimized),
    min: statistics.min,
    max: statistics.max,
    // What its COG was made for.
    categorical: band.categorical !== band.rebuilding,
    of: { band: id },
  }
}
