import type { BandUpload } from '#contract/rasters/band-uploads.ts'
import { eq } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { band_uploads } from '../../db/schema.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

const absent = (id: number) => new ServiceError('not-found', sentence`There is no bulk upload ${id}.`)

export async function requireUpload(db: Executor, id: number) {
  const [row] = await db.select().from(band_uploads).where(eq(band_uploads.id, id))
  if (!row) throw absent(id)
  return row
}

export async function getUpload(db: Executor, id: number): Promise<BandUpload> {
  const { intake: _intake, created_at, ...upload } = await requireUpload(db, id)
  return { ...upload, created_at: created_at.toISOString() }
}
