import { ChildFailure } from '#service/isolation/child-failure.ts'
import { RasterError } from '#service/raster/raster-error.ts'
import { type ErrorKind, ServiceError } from '#service/service-error.ts'
import { asSystemError } from '#service/system-error.ts'
import { foreign, sentence } from '#service/sentence.ts'

/** What a worker answers. What it throws instead is tried again by another worker. */
export type RasterAnswer<T> =
  | { type: 'done'; value: T }
  | { type: 'raster-error'; message: string }
  | { type: 'service-error'; kind: ErrorKind; message: string }
  | { type: 'crashed'; message: string }

export async function packRasterAnswer<T>(work: () => Promise<T>): Promise<RasterAnswer<T>> {
  try {
    return { type: 'done', value: await work() }
  } catch (error) {
    if (error instanceof RasterError) return { type: 'raster-error', message: error.message }
    const failure = error instanceof ServiceError ? error : asSystemError(error)
    if (failure) return { type: 'service-error', kind: failure.kind, message: failure.message }
    // The same file would end the next process too.
    if (error instanceof ChildFailure && error.reason !== 'aborted')
      return { type: 'crashed', message: error.message }
    throw error
  }
}

export function unpackRasterAnswer<T>(answer: RasterAnswer<T>): T {
  if (answer.type === 'done') return answer.value
  if (answer.type === 'raster-error') throw new RasterError(answer.message)
  if (answer.type === 'service-error')
    throw new ServiceError(
      answer.kind,
      foreign(answer.message, sentence`A worker could not process the raster.`),
    )
  throw new ChildFailure('crashed', answer.message)
}
