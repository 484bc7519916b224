import type { Caller } from '../../context.ts'
import type { FileStore } from '../../files/file-store.ts'
import { ChildFailure } from '../../isolation/child-failure.ts'
import { createChildPool } from '../../isolation/child-pool.ts'
import { RasterError } from '../../raster/raster-error.ts'
import { ServiceError } from '../../service-error.ts'
import type { RasterAnswers, RasterQuestion } from './raster-question.ts'

/** A map requests about thirty tiles at once, two maps side by side sixty. */
const readers = createChildPool<RasterQuestion>({
  module: new URL('./raster-reader.child.ts', import.meta.url),
  children: 3,
  perPerson: 2,
  waitingPerPerson: 300,
  busy: 'Too many map tiles of yours are waiting already. Try again in a few seconds.',
  wallMs: 30_000,
  memoryMiB: 1024,
  idleMs: 60_000,
  expected: [RasterError],
})

type Asked<Type> = Extract<RasterQuestion, { type: Type }>

/**
 * Reads from a stored raster in a process that can be ended: decoding a block takes as long as the file's author chose.
 * @throws ServiceError 'invalid' with one sentence if the raster is at fault
 */
export async function readStored<Type extends RasterQuestion['type']>(
  store: FileStore,
  key: string,
  question: Omit<Asked<Type>, 'path'> & { type: Type },
  caller: Caller,
): Promise<RasterAnswers[Type]> {
  const path = await store.localPath(key)
  try {
    return await readers.ask<RasterAnswers[Type]>({ ...question, path } as Asked<Type>, path, caller)
  } catch (error) {
    if (error instanceof RasterError) throw new ServiceError('invalid', error.message)
    const tooMuch = error instanceof ChildFailure && (error.reason === 'time' || error.reason === 'memory')
    if (!tooMuch) throw error
    throw new ServiceError(
      'invalid',
      'Reading the raster takes too long or too much memory; process it, or write it again with tiles and overviews (gdal_translate -of COG).',
    )
  }
}
