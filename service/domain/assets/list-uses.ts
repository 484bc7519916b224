import type { listAssetUses } from '#contract/rasters/assets.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Executor } from '../../db/client.ts'
import { findUses } from './find-uses.ts'
import { requireAssetFile } from './get.ts'

const MOST = 200

export async function listUses(db: Executor, id: number): Promise<Answer<typeof listAssetUses>> {
  await requireAssetFile(db, id)
  const { uses, total } = await findUses(db, id, MOST)
  return { content: uses, totalElements: total }
}
