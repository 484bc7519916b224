import type { Answer, Params, Query } from '#contract/endpoint.ts'
import type { getBandHistogram, getBandTile, getBandValue } from '#contract/rasters/bands.ts'
import type { Caller } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import type { FileStore } from '../../files/file-store.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { readStored } from '../rasters/read-stored.ts'
import { renderStoredTile } from '../rasters/render-stored-tile.ts'
import { requireStoredBand } from './select-bands.ts'

/** A band's tile: classes in their own colours unless a ramp is requested; a ramp spans its own smallest and largest value unless others are requested. */
export async function renderBandTile(
  db: Executor,
  store: FileStore,
  { id, ...place }: Params<typeof getBandTile>,
  { ramp, min, max }: Query<typeof getBandTile>,
  caller: Caller,
): Promise<{ png: Buffer; etag: string }> {
  const band = await requireStoredBand(db, id)
  const { classes, ...range } = band.statistics
  if (ramp === 'classes' && !classes)
    throw new ServiceError(
      'invalid',
      sentence`The band '${band.name}' is not categorical, so it cannot be drawn in class colours.`,
    )
  const own = classes ? 'classes' : 'viridis'
  const look = { ramp: ramp ?? own, min: min ?? range.min, max: max ?? range.max } as const
  return renderStoredTile(store, { ...band, band: band.band_index }, place, look, caller)
}

export async function getBandValueAt(
  db: Executor,
  store: FileStore,
  id: number,
  { longitude, latitude }: Query<typeof getBandValue>,
  caller: Caller,
): Promise<Answer<typeof getBandValue>> {
  const band = await requireStoredBand(db, id)
  const question = { type: 'value', band: band.band_index, longitude, latitude } as const
  const value = await readStored(store, band.key, question, caller)
  return { value: value !== null && Number.isFinite(value) ? value : null }
}

export async function getHistogram(db: Executor, id: number): Promise<Answer<typeof getBandHistogram>> {
  const { statistics } = await requireStoredBand(db, id)
  const { histogram: counts, classes = null, distinct: _distinct, ...about } = statistics
  const { min, max } = about
  const edges =
    counts.length > 1
      ? Array.from({ length: counts.length + 1 }, (_, i) =>
          i === counts.length ? max : min + ((max - min) * i) / counts.length,
        )
      : [min, max]
  return { ...about, edges, counts, classes }
}
