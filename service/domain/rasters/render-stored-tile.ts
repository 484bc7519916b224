import type { Params, Query } from '#contract/endpoint.ts'
import type { getJobTile } from '#contract/jobs/job-outputs.ts'
import type { Caller } from '../../context.ts'
import type { FileStore } from '../../files/file-store.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { drawOnce } from './draw-once.ts'
import { readStored } from './read-stored.ts'

/** The names of ramps in calls, and those of their tables. */
export const RAMP = { viridis: 'viridis', cividis: 'cividis', magma: 'magma', ylgnbu: 'YlGnBu' } as const
const DRAWN_AS = { ...RAMP, classes: 'classes', hatch: 'hatch', 'counter-hatch': 'counter-hatch' } as const

type Tile = Pick<Params<typeof getJobTile>, 'z' | 'x' | 'y'>
type Look = Omit<Query<typeof getJobTile>, 'ramp'> & {
  /** 'classes': the colours of the raster's own palette. */
  ramp: Query<typeof getJobTile>['ramp'] | 'classes'
}

/** The tile of a band (counted from 1) of any stored raster, and an ETag that changes with anything it is made from. */
export async function renderStoredTile(
  store: FileStore,
  { key, sha256, band }: { key: string; sha256: string; band: number },
  { z, x, y }: Tile,
  { ramp, min, max }: Look,
  caller: Caller,
): Promise<{ png: Buffer; etag: string }> {
  requireTile({ z, x, y })
  const question = {
    type: 'tile',
    band,
    z,
    x,
    y,
    ramp: DRAWN_AS[ramp],
    min,
    max,
  } as const
  const etag = `"${sha256.slice(0, 16)}-${band}-${z}-${x}-${y}-${ramp}-${min}-${max}"`
  // Keys of the store are never reused.
  const png = await drawOnce(key + etag, () => readStored(store, key, question, caller))
  return { png, etag }
}

export function requireTile({ z, x, y }: Tile): void {
  if (x >= 2 ** z || y >= 2 ** z)
    throw new ServiceError('not-found', sentence`There is no tile ${z}/${x}/${y}.`)
}
