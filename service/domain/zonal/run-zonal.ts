import type { Caller } from '../../context.ts'
import type { FileStore } from '../../files/file-store.ts'
import { ChildFailure } from '../../isolation/child-failure.ts'
import { createFairSlots } from '../../isolation/fair-slots.ts'
import { runInChild } from '../../isolation/run-in-child.ts'
import { RasterError } from '../../raster/raster-error.ts'
import { foreign, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { lendFiles } from '../rasters/task/lend-files.ts'
import type { ZonalAnswer, ZonalTask } from './zonal-task.ts'

const LIMITS = { wallMs: 120_000, cpuMs: 120_000, memoryMiB: 1536, answerBytes: 32 * 2 ** 20 }
/** Shorter than `wallMs`: a slow store is reported as what it is. */
const READ_MS = 30_000

const slots = createFairSlots({
  slots: 2,
  perPerson: 1,
  waitingPerPerson: 5,
  busy: sentence`Your previous figures of units are still being computed. Try again in a few seconds.`,
})

/** Computes in a process of its own; `load` reads the outlines when it is its turn. */
export async function zonalInChild(
  store: FileStore,
  task: ZonalTask,
  load: () => Promise<Uint8Array>,
  { personId, signal }: Caller,
): Promise<ZonalAnswer> {
  const loan = lendFiles(store, [task.raster], { readMs: READ_MS })
  const work = async () =>
    runInChild<ZonalAnswer>({
      module: new URL('./zonal.child.ts', import.meta.url),
      input: task,
      content: await load(),
      limits: LIMITS,
      signal,
      expected: [RasterError],
      ...(loan && { lent: loan }),
    })
  try {
    return await slots.run(personId, work, signal)
  } catch (error) {
    if (error instanceof RasterError)
      throw new ServiceError('invalid', foreign(error.message, sentence`The raster cannot be read.`))
    if (!(error instanceof ChildFailure) || error.reason === 'aborted') throw error
    // Removed after it was found: a process that cannot open it says no more than that it failed.
    if (error.reason === 'crashed') await store.version(task.raster.key)
    if (error.reason === 'crashed') throw error
    throw new ServiceError(
      'invalid',
      sentence`The figures take more time or memory than is allowed. Process the band to a coarser grid, or choose fewer units.`,
    )
  }
}
