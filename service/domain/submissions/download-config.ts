import { eq } from '#drizzle'
import type { Services } from '../../context.ts'
import { files, submissions } from '../../db/schema.ts'
import { storedColumns } from '../../db/stored-columns.ts'
import { type StoredDownload, storedDownload } from '../../files/stored-download.ts'
import { ServiceError } from '../../service-error.ts'

/** A submission's configuration: exactly the bytes that were sent, under their original name. */
export async function downloadConfig({ db, files: store }: Services, id: number): Promise<StoredDownload> {
  const [file] = await db
    .select(storedColumns)
    .from(submissions)
    .innerJoin(files, eq(files.id, submissions.config_file_id))
    .where(eq(submissions.id, id))
  if (!file) throw new ServiceError('not-found', `There is no submission ${id}.`)
  return storedDownload(store, file)
}
