import type { StoredVersion } from '../../files/file-store.ts'
import { borrowBytes } from '../../isolation/borrow-bytes.ts'
import type { RasterInput } from '../../raster/byte-source.ts'
import { rangeSource } from '../../raster/range-source.ts'
import { lentName } from './lend-files.ts'

/** In a child process: a stored file, read from this machine's disk or by ranges that the parent lends. */
export const openLent = (file: StoredVersion): RasterInput =>
  file.path ?? rangeSource(file.size, (offset, length) => borrowBytes(lentName(file), offset, length))
