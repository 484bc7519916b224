import { failLostJob } from '../../domain/jobs/run-layer/fail.ts'
import { dropPreviousAttempts } from '../../domain/jobs/run-layer/outputs/store-outputs.ts'
import { runLayerLost } from './run-layer-lost.definition.ts'
import type { TaskHandler } from '../task-handler.ts'

export const runLayerLostHandler: TaskHandler<typeof runLayerLost.payload> = {
  definition: runLayerLost,
  async handle({ payload: { job_id } }, { services: { db, files, log } }) {
    const attempt = await failLostJob(db, job_id)
    if (attempt === null) return
    log.error({ job_id, attempt }, 'a layer lost its worker too often and was abandoned')
    await dropPreviousAttempts(db, files, { id: job_id, attempt: attempt + 1 })
  },
}
