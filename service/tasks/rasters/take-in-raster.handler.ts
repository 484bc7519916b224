import { finishIntake } from '../../domain/intake/finish.ts'
import { resendUnfinished } from '../../domain/intake/resend.ts'
import { takeInRaster } from './take-in-raster.definition.ts'
import type { TaskHandler } from '../task-handler.ts'

export const takeInRasterHandler: TaskHandler<typeof takeInRaster.payload> = {
  definition: takeInRaster,
  resend: resendUnfinished,
  handle({ payload, signal }, { services, stopping }) {
    return finishIntake(services, payload.asset_id, AbortSignal.any([signal, stopping]))
  },
}
