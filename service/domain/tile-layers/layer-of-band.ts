import type { Executor } from '../../db/client.ts'
import { getBand } from '../bands/select-bands.ts'
import { type TileLayer, zoomsOf } from './tile-layer.ts'

export async function layerOfBand(db: Executor, id: number): Promise<TileLayer> {
  const band = await getBand(db, id)
  const { name, description, source, unit, resolution_m, cloud_optimized, statistics } = band
  return {
    id: `band-${id}`,
    title: name,
    description,
    source,
    unit,
    bounds: band.bounds_degrees,
    ...zoomsOf(resolution_m, cloud_optimized),
    min: statistics.min,
    max: statistics.max,
    of: { band: id },
  }
}
