import type { Answer, Query } from '#contract/endpoint.ts'
import type { getRasterPercentiles } from '#contract/viewing/viewing.ts'
import type { Caller } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import type { FileStore } from '../../files/file-store.ts'
import { readStored } from '../rasters/read-stored.ts'
import { findRaster } from './find-raster.ts'

export async function getPercentiles(
  db: Executor,
  store: FileStore,
  { raster }: Query<typeof getRasterPercentiles>,
  caller: Caller,
): Promise<Answer<typeof getRasterPercentiles>> {
  const { key, band } = await findRaster(db, raster)
  return readStored(store, key, { type: 'percentiles', band }, caller)
}
