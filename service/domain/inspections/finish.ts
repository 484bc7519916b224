import { and, eq, inArray } from '#drizzle'
import type { Caller, Services } from '../../context.ts'
import type { InspectionIntake } from '../../db/schema/rasters.ts'
import { inspections } from '../../db/schema.ts'
import { ServiceError } from '../../service-error.ts'
import { TAKE_IN } from '../intake/take-in-as.ts'
import { finalMessage } from '../rasters/final-message.ts'
import type { StoredUpload } from '../rasters/inspect-upload.ts'
import { watchRemoval } from '../rasters/watch-removal.ts'
import { take } from '../uploads/take.ts'
import { withFetched } from '../worldpop/import.ts'

/**
 * Inspects a raster that was received: afterwards there is a result, or an error. One whose record is removed meanwhile
 * is left.
 * @throws temporary errors, such as an unavailable file store; the status stays 'inspecting'
 */
export async function finishInspection(services: Services, id: number, signal: AbortSignal): Promise<void> {
  const { db } = services
  const [inspection] = await db
    .update(inspections)
    .set({ status: 'inspecting', fraction: 0 })
    .where(and(eq(inspections.id, id), inArray(inspections.status, ['received', 'inspecting'])))
    .returning({ intake: inspections.intake, createdBy: inspections.created_by })
  if (!inspection?.intake) return
  const { intake, createdBy } = inspection
  const removal = watchRemoval(db, inspections, id)
  const finish = (values: Partial<typeof inspections.$inferInsert>) =>
    db
      .update(inspections)
      .set({ ...values, fraction: null, intake: null })
      .where(and(eq(inspections.id, id), eq(inspections.status, 'inspecting')))
  try {
    const caller = { personId: createdBy, signal: AbortSignal.any([signal, removal.signal]) }
    await finish({ status: 'ready', result: await inspect(services, { id, intake, createdBy }, caller) })
  } catch (error) {
    if (removal.signal.aborted) return
    const detail = signal.aborted ? null : finalMessage(error)
    if (detail === null) throw error
    const errors = error instanceof ServiceError ? error.errors : undefined
    await finish({ status: 'rejected', error: { detail, ...(errors && { errors }) } })
  } finally {
    removal.end()
  }
}

async function inspect(
  services: Services,
  { id, intake, createdBy }: { id: number; intake: InspectionIntake; createdBy: number },
  caller: Caller,
) {
  const { way, about } = intake
  const run = (sent: StoredUpload) =>
    TAKE_IN[way](
      services,
      { ...sent, progress: { kind: 'inspection', id } },
      about as never,
      createdBy,
      caller,
    )
  const { catalogued, findings, raster } =
    about.url === undefined
      ? await run(await take(services, createdBy, about.upload as string, about.sha256 as string | undefined))
      : await withFetched(services, about as never, caller, run)
  return { catalogued, findings, raster }
}
