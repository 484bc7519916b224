import type { Answer, Params, Query } from '#contract/endpoint.ts'
import type { getRasterDifference, getRasterDifferenceTile } from '#contract/viewing/viewing.ts'
import type { Caller } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import type { FileStore } from '../../files/file-store.ts'
import { requireTile } from '../rasters/render-stored-tile.ts'
import { readStored } from '../rasters/read-stored.ts'
import { findRaster } from './find-raster.ts'

type Pair = Query<typeof getRasterDifference>

/** One after the other: if both are missing, the error is always about the first. */
async function findPair(db: Executor, { one, other }: Pair) {
  const first = await findRaster(db, one)
  return [first, await findRaster(db, other)] as const
}

/** Statistics of `other` minus `one`, cell by cell where they overlap. */
export async function getDifference(
  db: Executor,
  store: FileStore,
  pair: Pair,
  caller: Caller,
): Promise<Answer<typeof getRasterDifference>> {
  const [one, other] = await findPair(db, pair)
  const question = { type: 'difference', band: one.band, other: other.key, otherBand: other.band } as const
  return readStored(store, one.key, question, caller)
}

/** A tile of the difference, and an ETag that changes with anything it is made from. */
export async function renderDifference(
  db: Executor,
  store: FileStore,
  { z, x, y }: Params<typeof getRasterDifferenceTile>,
  { limit, ...pair }: Query<typeof getRasterDifferenceTile>,
  caller: Caller,
): Promise<{ png: Buffer; etag: string }> {
  requireTile({ z, x, y })
  const [one, other] = await findPair(db, pair)
  const about = { band: one.band, other: other.key, otherBand: other.band }
  const question = { type: 'difference-tile', ...about, z, x, y, limit } as const
  const png = await readStored(store, one.key, question, caller)
  const parts = [one, other].map(({ sha256, band }) => `${sha256.slice(0, 16)}-${band}`)
  return {
    png: Buffer.from(png.buffer, png.byteOffset, png.byteLength),
    etag: `"${parts.join('-')}-${z}-${x}-${y}-${limit}"`,
  }
}
