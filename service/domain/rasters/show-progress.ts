import { and, eq } from 'drizzle-orm'
import type { Executor } from '../../db/client.ts'
import { assets } from '../../db/schema.ts'

/** Writes the progress on the asset, one value at a time; what comes while one is being written is left out. */
export function showProgress(db: Executor, assetId: number | undefined) {
  if (assetId === undefined) return undefined
  let isWriting = false
  return (fraction: number): void => {
    if (isWriting) return
    isWriting = true
    db.update(assets)
      .set({ fraction: Math.round(fraction * 1000) / 1000 })
      .where(and(eq(assets.id, assetId), eq(assets.status, 'inspecting')))
      .catch(() => {})
      .finally(() => (isWriting = false))
  }
}
