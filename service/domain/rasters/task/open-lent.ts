import type { StoredVersion } from '#service/files/file-store.ts'
import { borrowBytes } from '#service/isolation/borrow-bytes.ts'
import type { RasterInput } from '#service/raster/tiff/byte-source.ts'
import { rangeSource } from '#service/raster/tiff/range-source.ts'
import { lentName } from './lend-files.ts'

/** In a child process: a stored file, read from this machine's disk or by ranges that the parent lends. */
export const openLent = (file: StoredVersion): RasterInput =>
  file.path ?? rangeSource(file.size, (offset, length) => borrowBytes(lentName(file), offset, length))
