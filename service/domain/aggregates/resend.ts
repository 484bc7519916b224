import type { Services } from '../../context.ts'
import { aggregates } from '../../db/schema.ts'
import { computeAggregate } from '../../tasks/aggregates/compute-aggregate.definition.ts'
import { resend } from '../rasters/resend.ts'

export const resendAggregates = ({ db, queue }: Pick<Services, 'db' | 'queue'>): Promise<number> =>
  resend(db, {
    records: aggregates,
    task: computeAggregate,
    field: 'aggregate_id',
    send: (tx, ids) =>
      queue.send(
        tx,
        computeAggregate,
        ids.map((aggregate_id) => ({ aggregate_id })),
      ),
  })
