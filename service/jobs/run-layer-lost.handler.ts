import { failLostJob } from '../domain/jobs/run-layer/fail.ts'
import type { JobHandler } from './define-job.ts'
import { runLayerLost } from './run-layer-lost.definition.ts'

export const runLayerLostHandler: JobHandler<typeof runLayerLost.payload> = {
  definition: runLayerLost,
  async handle({ payload }, { services }) {
    if (await failLostJob(services.db, payload.job_id)) {
      services.log.error({ job_id: payload.job_id }, 'a layer lost its worker too often and was given up')
    }
  },
}
