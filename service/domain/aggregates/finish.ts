import { and, eq, inArray } from '#drizzle'
import type { Services } from '../../context.ts'
import { aggregates } from '../../db/schema.ts'
import { keepRenewing } from '../../files/loose-files.ts'
import { ChildFailure } from '../../isolation/child-failure.ts'
import { ModelError } from '../../modelling/model-error.ts'
import { RasterError } from '../../raster/raster-error.ts'
import { ServiceError } from '../../service-error.ts'
import { rastersToRead } from './aggregate-task.ts'
import { gatherAggregate } from './gather-aggregate.ts'
import { aggregateInChild } from './run-aggregate.ts'

/**
 * Computes figures that were requested: afterwards there are figures, or the reason why not.
 * @throws temporary errors, such as an unavailable file store; the status stays 'writing'
 */
export async function finishAggregate(
  { db, files, log }: Services,
  id: number,
  signal: AbortSignal,
): Promise<void> {
  const unfinished = and(eq(aggregates.id, id), inArray(aggregates.status, ['received', 'writing']))
  const [row] = await db
    .update(aggregates)
    .set({ status: 'writing', fraction: 0 })
    .where(unfinished)
    .returning()
  if (!row) return
  const show = (fraction: number) =>
    db
      .update(aggregates)
      .set({ fraction })
      .where(and(eq(aggregates.id, id), eq(aggregates.status, 'writing')))
  try {
    const { task, posterior } = await gatherAggregate(db, files, row)
    const endRenewing = keepRenewing(
      db,
      rastersToRead(task).map(({ key }) => key),
    )
    const result = await aggregateInChild(task, posterior, {
      files,
      signal,
      onProgress: (fraction) => void show(fraction).catch(() => {}),
    }).finally(endRenewing)
    await db.update(aggregates).set({ status: 'ready', fraction: null, result }).where(unfinished)
  } catch (error) {
    const reason = signal.aborted ? null : reasonOf(error)
    if (reason === null) throw error
    log.warn({ err: error, aggregate: id }, 'figures of other units could not be computed')
    await db.update(aggregates).set({ status: 'failed', fraction: null, reason }).where(unfinished)
  }
}

const PASSING = ['unavailable', 'no-storage', 'too-many']

/** One sentence if trying again would not help; null: it may pass. */
function reasonOf(error: unknown): string | null {
  if (error instanceof ServiceError) return PASSING.includes(error.kind) ? null : error.message
  if (error instanceof ModelError || error instanceof RasterError) return error.message
  return error instanceof ChildFailure && error.reason !== 'crashed'
    ? 'The figures take more time or memory than is allowed. Ask for fewer units.'
    : null
}
