import { finishBrief } from '../../domain/briefs/finish.ts'
import { resendBriefs } from '../../domain/briefs/resend.ts'
import type { TaskHandler } from '../task-handler.ts'
import { writeBrief } from './write-brief.definition.ts'

export const writeBriefHandler: TaskHandler<typeof writeBrief.payload> = {
  definition: writeBrief,
  resend: resendBriefs,
  handle({ payload, signal }, { services, stopping }) {
    return finishBrief(services, payload.brief_id, AbortSignal.any([signal, stopping]))
  },
}
