import type { RasterInspection } from '#contract/rasters/inspections.ts'
import { and, eq } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { inspections } from '../../db/schema.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

export const absent = (id: number) => new ServiceError('not-found', sentence`You have no inspection ${id}.`)

export async function getInspection(db: Executor, personId: number, id: number): Promise<RasterInspection> {
  const [row] = await db
    .select()
    .from(inspections)
    .where(and(eq(inspections.id, id), eq(inspections.created_by, personId)))
  if (!row) throw absent(id)
  const { intake: _intake, created_by: _owner, created_at, ...inspection } = row
  return { ...inspection, created_at: created_at.toISOString() }
}
