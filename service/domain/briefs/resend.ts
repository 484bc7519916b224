import type { Services } from '../../context.ts'
import { briefs } from '../../db/schema.ts'
import { writeBrief } from '../../tasks/briefs/write-brief.definition.ts'
import { resend } from '../rasters/resend.ts'

export const resendBriefs = ({ db, queue }: Pick<Services, 'db' | 'queue'>): Promise<number> =>
  resend(db, {
    records: briefs,
    task: writeBrief,
    field: 'brief_id',
    send: (tx, ids) =>
      queue.send(
        tx,
        writeBrief,
        ids.map((brief_id) => ({ brief_id })),
      ),
  })
