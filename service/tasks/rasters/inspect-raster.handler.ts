import { finishInspection } from '../../domain/inspections/finish.ts'
import { resendInspections } from '../../domain/inspections/resend.ts'
import { inspectRaster } from './inspect-raster.definition.ts'
import type { TaskHandler } from '../task-handler.ts'

export const inspectRasterHandler: TaskHandler<typeof inspectRaster.payload> = {
  definition: inspectRaster,
  resend: resendInspections,
  handle({ payload, signal }, { services, stopping }) {
    return finishInspection(services, payload.inspection_id, AbortSignal.any([signal, stopping]))
  },
}
