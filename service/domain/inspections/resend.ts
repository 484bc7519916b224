import type { Services } from '../../context.ts'
import { inspections } from '../../db/schema.ts'
import { inspectRaster } from '../../tasks/rasters/inspect-raster.definition.ts'
import { resend } from '../rasters/resend.ts'

export const resendInspections = ({ db, queue }: Pick<Services, 'db' | 'queue'>): Promise<number> =>
  resend(db, {
    records: inspections,
    task: inspectRaster,
    field: 'inspection_id',
    send: (tx, ids) =>
      queue.send(
        tx,
        inspectRaster,
        ids.map((inspection_id) => ({ inspection_id })),
      ),
  })
