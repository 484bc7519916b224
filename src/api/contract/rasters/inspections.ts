import { z } from 'zod'
import { ASSET_STATUSES } from './asset-list.ts'
import { inspection } from './asset-inspection.ts'
import { WRITERS, defineEndpoint } from '../endpoint.ts'
import { id, message, problem } from '../shapes.ts'

/** A raster that is only inspected, for a sender who does not wait. */
export const rasterInspection = z.object({
  id: z.number().int(),
  /** ready: there is a result; rejected: there is an error. */
  status: z.enum(ASSET_STATUSES),
  /** How much of it has been inspected; null unless that is in progress. */
  fraction: z.number().min(0).max(1).nullable(),
  /** What a call that waits would have answered; null until then. */
  result: z.object(inspection).nullable(),
  /** Why there is no result. */
  error: problem.pick({ detail: true, errors: true }).nullable(),
  created_at: z.string(),
})
export type RasterInspection = z.output<typeof rasterInspection>

const common = { resource: 'inspections', access: WRITERS, record: 'id' } as const
const path = '/raster/v1/inspections/{id}'
const params = z.object({ id })

export const getInspection = defineEndpoint({
  ...common,
  name: 'getInspection',
  summary: 'Get the progress, then the result, of one of your asynchronous dry runs of a raster',
  method: 'GET',
  path,
  params,
  answer: rasterInspection,
})

export const deleteInspection = defineEndpoint({
  ...common,
  name: 'deleteInspection',
  summary: 'Cancel one of your asynchronous dry runs of a raster, or delete its record; the upload is kept',
  method: 'DELETE',
  path,
  audit: 'discard-inspection',
  params,
  answer: message,
})
