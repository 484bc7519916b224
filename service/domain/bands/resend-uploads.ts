import type { Services } from '../../context.ts'
import { band_uploads } from '../../db/schema.ts'
import { takeInBands } from '../../tasks/rasters/take-in-bands.definition.ts'
import { resend } from '../rasters/resend.ts'

export const resendUploads = ({ db, queue }: Pick<Services, 'db' | 'queue'>): Promise<number> =>
  resend(db, {
    records: band_uploads,
    task: takeInBands,
    field: 'upload_id',
    send: (tx, ids) =>
      queue.send(
        tx,
        takeInBands,
        ids.map((upload_id) => ({ upload_id })),
      ),
  })
