import type { FileStore } from '../../files/file-store.ts'
import { openRaster, type RasterFile } from '../../raster/read.ts'
import type { BandWithGrid } from './with-grid.ts'

/** Opens the file of each band for the length of `work`. */
export async function withBands<T>(
  store: FileStore,
  bands: readonly BandWithGrid[],
  work: (opened: { file: RasterFile; band: number }[]) => Promise<T>,
): Promise<T> {
  const opened: { file: RasterFile; band: number }[] = []
  try {
    for (const { file_key, band_index } of bands) {
      const file = await openRaster(await store.localPath(file_key), { key: file_key })
      opened.push({ file, band: band_index })
    }
    return await work(opened)
  } finally {
    await Promise.allSettled(opened.map(({ file }) => file.close()))
  }
}
