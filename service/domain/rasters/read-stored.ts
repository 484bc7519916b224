import type { Caller } from '../../context.ts'
import type { FileStore } from '../../files/file-store.ts'
import { ChildFailure } from '../../isolation/child-failure.ts'
import { createChildPool } from '../../isolation/child-pool.ts'
import { lendFiles } from './task/lend-files.ts'
import { RasterError } from '../../raster/raster-error.ts'
import { foreign, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import type { RasterAnswers, RasterQuestion } from './task/raster-question.ts'

/** A map requests about thirty tiles at once, two maps side by side sixty. */
const readers = createChildPool<RasterQuestion>({
  module: new URL('./task/raster-reader.child.ts', import.meta.url),
  children: 3,
  perPerson: 2,
  waitingPerPerson: 300,
  busy: sentence`You have too many pending map tile requests. Try again in a few seconds.`,
  wallMs: 30_000,
  memoryMiB: 1024,
  idleMs: 60_000,
  expected: [RasterError],
})

/** Shorter than `wallMs`: a slow store is reported as what it is. */
const READ_MS = 15_000

/** Tiles side by side need the same blocks: about four by four of them in as many as eight by eight tiles. */
const REGION_BITS = 3

const regionOf = (asked: RasterQuestion, key: string) =>
  'z' in asked ? [`${key}/${asked.band}/${asked.z}/${asked.x >> REGION_BITS}/${asked.y >> REGION_BITS}`] : []

type Asked<Type> = Extract<RasterQuestion, { type: Type }>

/** `difference` and its tiles are about two rasters. */
type About<Type extends RasterQuestion['type']> = Omit<Asked<Type>, 'raster' | 'other'> & {
  type: Type
} & (Asked<Type> extends { other: unknown } ? { other: string } : { other?: undefined })

/**
 * Reads from a stored raster in a process that can be ended: decoding a block takes as long as the file's author chose.
 * Only the blocks that are needed are read from the store.
 * @throws ServiceError 'invalid' with one sentence if the raster is at fault; those of the store
 */
export async function readStored<Type extends RasterQuestion['type']>(
  store: FileStore,
  key: string,
  question: About<Type>,
  caller: Caller,
): Promise<RasterAnswers[Type]> {
  const raster = await store.version(key)
  const other = question.other === undefined ? undefined : await store.version(question.other)
  const files = other ? [raster, other] : [raster]
  const asked = { ...question, raster, ...(other && { other }) } as unknown as Asked<Type>
  try {
    const lent = lendFiles(store, files, { readMs: READ_MS })
    return await readers.ask<RasterAnswers[Type]>(asked, [...regionOf(asked, key), key], caller, lent)
  } catch (error) {
    if (error instanceof RasterError)
      throw new ServiceError('invalid', foreign(error.message, sentence`The raster cannot be read.`))
    if (!(error instanceof ChildFailure)) throw error
    // Removed after it was found: a process that cannot open it says no more than that it failed.
    if (error.reason === 'crashed') await Promise.all(files.map((file) => store.version(file.key)))
    if (error.reason !== 'time' && error.reason !== 'memory') throw error
    throw new ServiceError(
      'invalid',
      sentence`Reading the raster takes too long or too much memory; process it, or write it again with tiles and overviews (gdal_translate -of COG).`,
    )
  }
}
