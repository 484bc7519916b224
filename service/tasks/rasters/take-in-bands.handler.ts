import { finishUpload } from '../../domain/bands/finish-upload.ts'
import { resendUploads } from '../../domain/bands/resend-uploads.ts'
import { takeInBands } from './take-in-bands.definition.ts'
import type { TaskHandler } from '../task-handler.ts'

export const takeInBandsHandler: TaskHandler<typeof takeInBands.payload> = {
  definition: takeInBands,
  resend: resendUploads,
  handle({ payload, signal }, { services, stopping }) {
    return finishUpload(services, payload.upload_id, AbortSignal.any([signal, stopping]))
  },
}
