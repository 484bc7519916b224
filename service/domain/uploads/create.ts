import { randomUUID } from 'node:crypto'
import { RASTER_MAX_BYTES } from '#contract/rasters/assets.ts'
import { MAX_UPLOADS, type Upload } from '#contract/rasters/uploads.ts'
import { and, eq, gt, sql } from '#drizzle'
import type { Services } from '../../context.ts'
import { uploads } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { cleanName } from '../../files/keep-file.ts'
import { fixed, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { requireTiffName } from '../rasters/sniff-tiff.ts'
import { expiry, present } from './internal.ts'
import { lockQuota, requireQuota } from '../rasters/quota.ts'

/** Reserves `size` bytes of the person's quota for a file that arrives in pieces. */
export async function create(
  services: Services,
  personId: number,
  { name, size }: { name: string; size: number },
): Promise<Upload> {
  const { db, files } = services
  requireTiffName('filename', name)
  if (size > RASTER_MAX_BYTES)
    throw new ServiceError(
      'too-large',
      sentence`A raster may have at most ${fixed(RASTER_MAX_BYTES / 2 ** 30)} GiB.`,
    )
  const id = randomUUID()
  const row = await transactionWithAudit(db, async (tx) => {
    await lockQuota(tx, personId)
    const [{ count }] = await tx
      .select({ count: sql<number>`count(*)::int` })
      .from(uploads)
      .where(and(eq(uploads.created_by, personId), gt(uploads.expires_at, sql`now()`)))
    if (count >= MAX_UPLOADS)
      throw new ServiceError(
        'conflict',
        sentence`You have reached the limit of ${fixed(MAX_UPLOADS)} unfinished uploads. Finish or discard one first.`,
      )
    await requireQuota(tx, services.config, personId, size)
    const [made] = await tx
      .insert(uploads)
      .values({
        id,
        key: `rasters/${id}`,
        name: cleanName(name),
        size,
        created_by: personId,
        expires_at: expiry(services),
      })
      .returning()
    return made
  })
  return present(files, row)
}
