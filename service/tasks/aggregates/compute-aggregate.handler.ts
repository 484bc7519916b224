import { finishAggregate } from '../../domain/aggregates/finish.ts'
import { resendAggregates } from '../../domain/aggregates/resend.ts'
import type { TaskHandler } from '../task-handler.ts'
import { computeAggregate } from './compute-aggregate.definition.ts'

export const computeAggregateHandler: TaskHandler<typeof computeAggregate.payload> = {
  definition: computeAggregate,
  resend: resendAggregates,
  handle({ payload, signal }, { services, stopping }) {
    return finishAggregate(services, payload.aggregate_id, AbortSignal.any([signal, stopping]))
  },
}
