import { collection_bands, collection_versions } from '../../db/schema.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Members } from './find-members.ts'

export async function insertVersion(
  tx: Transaction,
  about: { collectionId: number; version: number; createdBy: number | null; restoredFrom?: number },
  { members, population }: Members,
): Promise<void> {
  const key = { collection_id: about.collectionId, version: about.version }
  await tx.insert(collection_versions).values({
    ...key,
    population_band_id: population?.id ?? null,
    restored_from: about.restoredFrom,
    created_by: about.createdBy,
  })
  await tx.insert(collection_bands).values(
    members.map(({ id, series, year }, i) => ({
      ...key,
      position: i + 1,
      band_id: id,
      series,
      year: series === null ? null : year,
    })),
  )
}
