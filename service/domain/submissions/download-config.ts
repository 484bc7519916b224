import { eq } from '#drizzle'
import type { Services } from '../../context.ts'
import { files, submissions } from '../../db/schema.ts'
import { storedColumns } from '../../db/schema/stored-columns.ts'
import { type StoredDownload, storedDownload } from '../../files/stored-download.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

/** Where a submission's configuration is stored. */
export async function findConfigFile(db: Services['db'], id: number) {
  const [file] = await db
    .select(storedColumns)
    .from(submissions)
    .innerJoin(files, eq(files.id, submissions.config_file_id))
    .where(eq(submissions.id, id))
  if (!file) throw new ServiceError('not-found', sentence`There is no submission ${id}.`)
  return file
}

/** A submission's configuration: exactly the bytes that were sent, under their original name. */
export const downloadConfig = async ({ db, files: store }: Services, id: number): Promise<StoredDownload> =>
  storedDownload(store, await findConfigFile(db, id))
