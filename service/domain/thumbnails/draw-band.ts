import type { Caller, Services } from '../../context.ts'
import { hidesRest } from '../../raster/statistics/hides-rest.ts'
import { requireStoredBand } from '../bands/select-bands.ts'
import { drawOnce } from '../rasters/draw-once.ts'
import { readStored } from '../rasters/read-stored.ts'

/** A band in the colours that its map has when it opens: classes in their own, else all values, or the middle 96 % if extremes would hide them. */
export async function drawBand(
  { db, files }: Pick<Services, 'db' | 'files'>,
  id: number,
  caller: Caller,
): Promise<{ png: Buffer; etag: string }> {
  const { key, sha256, band_index: band, statistics } = await requireStoredBand(db, id)
  const ramp = statistics.classes ? 'classes' : 'viridis'
  const etag = `"${sha256.slice(0, 16)}-${band}-${ramp}-thumbnail"`
  const png = await drawOnce(key + etag, async () => {
    const { min, max } = await rangeOf()
    return readStored(files, key, { type: 'thumbnail', band, ramp, min, max }, caller)
  })
  return { png, etag }

  async function rangeOf(): Promise<{ min: number; max: number }> {
    if (statistics.classes || !hidesRest(statistics)) return statistics
    const { p2, p98 } = await readStored(files, key, { type: 'percentiles', band }, caller)
    return p2 < p98 ? { min: p2, max: p98 } : statistics
  }
}
