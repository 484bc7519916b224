import { resendRebuilds } from '../../domain/bands/resend-rebuilds.ts'
import { rebuild } from '../../domain/bands/rebuild.ts'
import { rebuildCog } from './rebuild-cog.definition.ts'
import type { TaskHandler } from '../task-handler.ts'

export const rebuildCogHandler: TaskHandler<typeof rebuildCog.payload> = {
  definition: rebuildCog,
  resend: resendRebuilds,
  handle({ payload, signal }, { services, stopping }) {
    return rebuild(services, payload.asset_id, AbortSignal.any([signal, stopping]))
  },
}
