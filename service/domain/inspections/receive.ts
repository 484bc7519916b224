import type { RasterInspection } from '#contract/rasters/inspections.ts'
import { and, eq, inArray, sql } from '#drizzle'
import type { Services } from '../../context.ts'
import type { InspectionIntake } from '../../db/schema/rasters.ts'
import { inspections } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { inspectRaster } from '../../tasks/rasters/inspect-raster.definition.ts'
import { getInspection } from './get.ts'

/** Results are read within seconds; a day covers a computer that sleeps. */
const KEPT_HOURS = 24

/** Queues the inspection of a raster that is not to be catalogued. */
export async function receiveInspection(
  { db, queue }: Pick<Services, 'db' | 'queue'>,
  intake: InspectionIntake,
  createdBy: number,
): Promise<RasterInspection> {
  const mine = eq(inspections.created_by, createdBy)
  const { id } = await transactionWithAudit(db, async (tx) => {
    await tx
      .delete(inspections)
      .where(and(mine, sql`created_at < now() - make_interval(hours => ${KEPT_HOURS}) and intake is null`))
    const waiting = await tx.$count(
      inspections,
      and(mine, inArray(inspections.status, ['received', 'inspecting'])),
    )
    const [inspection] = await tx
      .insert(inspections)
      .values({ intake, created_by: createdBy })
      .returning({ id: inspections.id })
    await queue.send(tx, inspectRaster, { inspection_id: inspection.id }, { priority: -waiting })
    return inspection
  })
  return getInspection(db, createdBy, id)
}
