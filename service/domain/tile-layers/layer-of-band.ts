import type { Executor } from '../../db/client.ts'
import { getBand, type presentBand } from '../bands/select-bands.ts'
import { type TileLayer, zoomsOf } from './tile-layer.ts'

export async function layerOfBand(db: Executor, id: number): Promise<TileLayer> {
  const band = await getBand(db, id)
  return bandLayer(band, band.bounds_degrees)
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
    of: { band: id },
  }
}
