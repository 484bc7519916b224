import type { fetchDataset } from '#contract/rasters/worldpop.ts'
import type { Services } from '../../context.ts'
import type { RasterSource } from '../../domain/intake/receive.ts'
import { receive, receiveFetch } from '../../domain/intake/receive.ts'
import { receiveInspection } from '../../domain/inspections/receive.ts'
import type { StoredUpload } from '../../domain/rasters/inspect-upload.ts'
import { requireFetchable } from '../../domain/worldpop/import.ts'
import { Accepted, type Call, prefersAsync } from '../route.ts'

const ASSETS = '/raster/v1/assets'
const INSPECTIONS = '/raster/v1/inspections'

/** 202 with the record to follow below `path`. */
const accepted = <R extends { id: number }>(record: R, path: string) =>
  new Accepted(record, `${path}/${record.id}`)

/** Answers 202 with the record to follow below `path` when the caller prefers that. */
export async function orLater<T, R extends { id: number }>(
  { request }: Pick<Call<never>, 'request'>,
  now: () => Promise<T>,
  later: () => Promise<R>,
  path: string,
) {
  return prefersAsync(request) ? accepted(await later(), path) : now()
}

interface RasterCall extends Pick<Call<never>, 'request'> {
  body: { dry_run?: boolean; upload?: string }
  streamed: StoredUpload[]
  actor: { id: number }
}

/**
 * Answers 202 with the asset to follow when the caller prefers that; after a dry run of a resumable upload, with the
 * inspection. A file that is sent with a dry run is kept only as long as the call, which waits.
 */
export async function orRasterLater<T>(
  way: RasterSource,
  { request, body: about, streamed: [sent], actor }: RasterCall,
  services: Services,
  now: () => Promise<T>,
) {
  if (!prefersAsync(request) || (about.dry_run && about.upload === undefined)) return now()
  const intake = { way, about: { ...about } }
  if (about.dry_run) return accepted(await receiveInspection(services, intake, actor.id), INSPECTIONS)
  return accepted(await receive(services, sent, intake, actor.id), ASSETS)
}

/** The same for a raster that a worker fetches. */
export async function orFetchedLater<T>(
  { request, body, actor }: Pick<Call<typeof fetchDataset>, 'request' | 'body' | 'actor'>,
  services: Services,
  now: () => Promise<T>,
) {
  if (!prefersAsync(request)) return now()
  const { href: url } = await requireFetchable(services, body)
  const intake = { way: 'population', about: { ...body, url } } as const
  if (body.dry_run) return accepted(await receiveInspection(services, intake, actor.id), INSPECTIONS)
  return accepted(await receiveFetch(services, intake, actor.id), ASSETS)
}
