import type { RasterFinding } from '#contract/rasters/asset-findings.ts'
import { and, desc, eq, inArray, lt } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { assets, files } from '../../db/schema.ts'

/** The oldest asset in the catalogue with each of these SHA-256; `before`: only assets older than that one. */
export async function findCopies(
  db: Executor,
  hashes: readonly string[],
  before?: number,
): Promise<Map<string, { id: number; name: string }>> {
  const found = await db
    .select({ sha256: files.sha256, id: assets.id, name: assets.name })
    .from(files)
    .innerJoin(assets, eq(assets.file_id, files.id))
    .where(
      and(
        inArray(files.sha256, [...hashes]),
        eq(assets.status, 'ready'),
        before === undefined ? undefined : lt(assets.id, before),
      ),
    )
    .orderBy(desc(assets.id))
  // Of equal keys a map keeps the last one.
  return new Map(found.map(({ sha256, ...asset }) => [sha256, asset]))
}

/** The warning about a file whose bytes are those of an older asset; empty if there is none. */
export async function warnOfCopy(db: Executor, sha256: string, before?: number): Promise<RasterFinding[]> {
  const asset = (await findCopies(db, [sha256], before)).get(sha256)
  if (!asset) return []
  const message = `The file has the same bytes as asset ${asset.id} (${asset.name}).`
  const help = 'Use that asset, and keep this one only if you need a second copy.'
  return [{ severity: 'warning', code: 'copy', band: null, message, help }]
}
