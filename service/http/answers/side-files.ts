import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { isSideFile, noSideFile } from '../../files/side-file.ts'

/** GDAL looks for side files beside every raster that it opens: 404, before anything is looked up. */
export function rejectSideFile(endpoint: Endpoint, { url }: Pick<FastifyRequest, 'url'>): void {
  if (endpoint.answer !== 'file' || endpoint.access === 'public' || !endpoint.path.endsWith('}')) return
  if (isSideFile(url.split('?')[0])) throw noSideFile()
}
