import type { Answer, Query } from '#contract/endpoint.ts'
import type { getRasterProfile } from '#contract/viewing/viewing.ts'
import type { Caller } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import type { FileStore } from '../../files/file-store.ts'
import { pointsAlong } from '../../geometry/points-along.ts'
import { readStored } from '../rasters/read-stored.ts'
import { findRaster } from './find-raster.ts'

/** The values of each raster at the same points of a line: the cell that contains the point. */
export async function getProfile(
  db: Executor,
  store: FileStore,
  { raster: names, line, points: count }: Query<typeof getRasterProfile>,
  caller: Caller,
): Promise<Answer<typeof getRasterProfile>> {
  const vertices = line.split(';').map((vertex) => vertex.split(',').map(Number) as [number, number])
  const found = await Promise.all(names.map((name) => findRaster(db, name)))
  const { longitude, latitude, km } = pointsAlong(vertices, count)
  const values = await Promise.all(
    found.map(({ key, band }) =>
      readStored(store, key, { type: 'values', band, longitude, latitude }, caller),
    ),
  )
  return {
    length_km: km[km.length - 1],
    points: Array.from(km, (distance, i) => ({
      distance_km: distance,
      longitude: longitude[i],
      latitude: latitude[i],
    })),
    rasters: names.map((raster, i) => ({
      raster,
      values: Array.from(values[i], (value) => (Number.isFinite(value) ? value : null)),
    })),
  }
}
