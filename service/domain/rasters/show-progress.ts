import { and, eq } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { assets, band_uploads, inspections } from '../../db/schema.ts'
import type { RasterProgress } from '../../tasks/rasters/raster-work.definition.ts'

/** Writes the progress on its record, one value at a time; what comes while one is being written is left out. */
export function showProgress(db: Executor, progress: RasterProgress): (fraction: number) => void {
  const { from, to } = progress.kind === 'upload' ? progress : { from: 0, to: 1 }
  const records = { asset: assets, inspection: inspections, upload: band_uploads }[progress.kind]
  let isWriting = false
  return (fraction) => {
    if (isWriting) return
    isWriting = true
    db.update(records)
      .set({ fraction: Math.round((from + fraction * (to - from)) * 1000) / 1000 })
      .where(and(eq(records.id, progress.id), eq(records.status, 'inspecting')))
      .catch(() => {})
      .finally(() => (isWriting = false))
  }
}
