import type { Services } from '../../context.ts'
import { assets } from '../../db/schema.ts'
import { takeInRaster } from '../../tasks/rasters/take-in-raster.definition.ts'
import { resend } from '../rasters/resend.ts'

export const resendUnfinished = ({ db, queue }: Pick<Services, 'db' | 'queue'>): Promise<number> =>
  resend(db, {
    records: assets,
    task: takeInRaster,
    field: 'asset_id',
    send: (tx, ids) =>
      queue.send(
        tx,
        takeInRaster,
        ids.map((asset_id) => ({ asset_id })),
      ),
  })
