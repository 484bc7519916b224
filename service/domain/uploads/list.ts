import type { Answer } from '#contract/endpoint.ts'
import type { listUploads } from '#contract/rasters/uploads.ts'
import { and, desc, eq, gt, sql } from '#drizzle'
import type { Services } from '../../context.ts'
import { uploads } from '../../db/schema.ts'
import { presentIfThere } from './internal.ts'

export async function list(
  { db, files }: Pick<Services, 'db' | 'files'>,
  personId: number,
): Promise<Answer<typeof listUploads>> {
  const rows = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.created_by, personId), gt(uploads.expires_at, sql`now()`)))
    .orderBy(desc(uploads.created_at), uploads.id)
  const found = await Promise.all(rows.map((row) => presentIfThere(files, row)))
  const content = found.filter((upload) => upload !== null)
  return { content, totalElements: content.length }
}
