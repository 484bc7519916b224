import type { Services } from '../context.ts'
import type { RasterSource } from '../domain/intake/receive.ts'
import { receive } from '../domain/intake/receive.ts'
import type { StoredUpload } from '../domain/rasters/inspect-upload.ts'
import { Accepted, type Call, prefersAsync } from './route.ts'

type LongCall = Pick<Call<never>, 'request'> & { body: { dry_run?: boolean } }
type RasterCall = LongCall & { streamed: StoredUpload[]; actor: { id: number } }

/** Answers 202 with the record to follow below `path` when the caller prefers that; a dry run always waits. */
export async function orLater<T, R extends { id: number }>(
  { request, body }: LongCall,
  now: () => Promise<T>,
  later: () => Promise<R>,
  path: string,
) {
  if (body.dry_run || !prefersAsync(request)) return now()
  const record = await later()
  return new Accepted(record, `${path}/${record.id}`)
}

/** The same for a call about one raster, which is followed as an asset. */
export const orAssetLater = <T>(
  way: RasterSource,
  call: RasterCall,
  services: Services,
  now: () => Promise<T>,
) =>
  orLater(
    call,
    now,
    () => receive(services, call.streamed[0], { way, about: call.body }, call.actor.id),
    '/raster/v1/assets',
  )
