import { and, eq, sql } from '#drizzle'
import type { Services } from '../../context.ts'
import { zips } from '../../db/schema.ts'
import type { StoredDownload } from '../../files/stored-download.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { checkFiles } from './check-files.ts'
import { etagOf, openZip } from './open-zip.ts'
import { withinLimit } from './streams.ts'

const NUMBER = /^\d{1,9}$/

/** The target of a zip's link. Its files are checked again when the first byte is requested. */
export async function resolveZipLink(
  services: Pick<Services, 'db' | 'files'>,
  recordId: string,
): Promise<StoredDownload> {
  const [zip] = NUMBER.test(recordId)
    ? await services.db
        .select()
        .from(zips)
        .where(and(eq(zips.id, Number(recordId)), sql`${zips.expires_at} > now()`))
    : []
  if (!zip) throw new ServiceError('not-found', sentence`This zip no longer exists.`)
  return {
    name: zip.name,
    mediaType: 'application/zip',
    size: zip.size,
    etag: etagOf(zip.entries, zip.created_at),
    open: (range) =>
      withinLimit(services.db, zip.user_id, async () => {
        if (!range || range.start === 0) await checkFiles(services.files, zip.entries)
        return openZip(services, zip.entries, zip.created_at, range)
      }),
  }
}
