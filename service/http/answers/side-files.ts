import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { ServiceError } from '../../service-error.ts'
import { sentence } from '../../sentence.ts'

const SIDE_FILE = /(\.(aux|aux\.xml|ovr|msk|tfw|tifw|wld|tab|xml|imd|rpb|pvl)|_(rpc|mtl|metadata)\.txt)$/i

/** GDAL looks for side files beside every raster that it opens: 404, before anything is looked up. */
export function rejectSideFile(endpoint: Endpoint, { url }: Pick<FastifyRequest, 'url'>): void {
  if (endpoint.answer !== 'file' || endpoint.access === 'public' || !endpoint.path.endsWith('}')) return
  if (SIDE_FILE.test(url.split('?')[0]))
    throw new ServiceError('not-found', sentence`Rasters here have no side files.`)
}
