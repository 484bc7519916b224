import type { Services } from '../context.ts'
import type { RasterWay } from '../domain/intake/receive.ts'
import { receive } from '../domain/intake/receive.ts'
import type { StoredUpload } from '../domain/rasters/inspect-upload.ts'
import { Accepted, type Call, prefersAsync } from './route.ts'

type RasterCall = Pick<Call<never>, 'request'> & {
  streamed: StoredUpload[]
  actor: { id: number }
  body: { dry_run?: boolean }
}

/** Answers 202 with the asset to follow when the caller prefers that; a dry run always waits. */
export async function orLater<T>(
  way: RasterWay,
  { streamed, request, actor, body }: RasterCall,
  services: Services,
  now: () => Promise<T>,
) {
  if (body.dry_run || !prefersAsync(request)) return now()
  const asset = await receive(services, streamed[0], { way, about: body }, actor.id)
  return new Accepted(asset, `/raster/v1/assets/${asset.id}`)
}
