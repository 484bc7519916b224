import { eq } from '#drizzle'
import type { Services } from '../../context.ts'
import { uploads } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { discardUpload } from '../../files/uploads.ts'
import { noUpload, requireUpload } from './internal.ts'
import { asWriter } from './writer.ts'

/** Discards an upload with what has arrived of it. */
export async function remove(services: Services, personId: number, id: string): Promise<void> {
  const { db, files } = services
  await requireUpload(db, personId, id)
  await asWriter(services, id, () =>
    transactionWithAudit(db, async (tx) => {
      if (!(await discardUpload(tx, files, eq(uploads.id, id)))) throw noUpload(id)
    }),
  )
}
