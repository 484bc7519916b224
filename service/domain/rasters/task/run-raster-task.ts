import type { FileStore } from '#service/files/file-store.ts'
import { ChildFailure, type FailureReason } from '#service/isolation/child-failure.ts'
import type { ChildLimits } from '#service/isolation/child-messages.ts'
import { runInChild } from '#service/isolation/run-in-child.ts'
import { CUT_COMMAND } from '#service/raster/tiff/cut-command.ts'
import { RasterError } from '#service/raster/raster-error.ts'
import { lendFiles } from './lend-files.ts'
import { limitsFor, mostDecoded } from '../raster-limits.ts'
import type { RasterTask, RasterTaskResult } from './raster-task.ts'

const READ_MS = 120_000

/** To read a header. */
const HEADER: ChildLimits = { wallMs: 5 * 60_000, cpuMs: 20_000, memoryMiB: 512, answerBytes: 4096 }
/** Cells for which a file is given time without a look at its header. */
const GRANTED_BYTES = 2 ** 30

/** By the cells that the header of the raster claims, read in a child process of its own. */
async function limitsOf(
  store: FileStore,
  { type, raster }: RasterTask,
  signal?: AbortSignal,
): Promise<ChildLimits> {
  const most = mostDecoded(raster.size)
  if (most <= GRANTED_BYTES) return limitsFor(type, raster.size, most)
  const decoded = await runInChild<number>({
    module: new URL('./raster-size.child.ts', import.meta.url),
    input: raster,
    lent: lendFiles(store, [raster], { readMs: READ_MS }),
    limits: HEADER,
    signal,
    expected: [RasterError],
  })
  return limitsFor(type, raster.size, Number.isFinite(decoded) ? decoded : 0)
}

const TOO_MUCH: Partial<Record<FailureReason, (limits: ChildLimits) => string>> = {
  time: ({ wallMs }) => `takes longer than ${Math.round(wallMs / 60_000)} minutes`,
  cpu: ({ cpuMs }) => `takes more than ${Math.round(cpuMs / 1000)} seconds of computing time`,
  memory: ({ memoryMiB }) => `needs more than ${memoryMiB} MiB of memory`,
}

interface Running {
  /** Aborted when the answer is no longer needed. */
  signal?: AbortSignal
  onProgress?: (fraction: number) => void
  /** Tests use less. */
  limits?: ChildLimits
}

/**
 * Does the task in a child process.
 * @throws RasterError with a sentence for the person if the raster is at fault; ServiceError of the store; ChildFailure
 */
export async function runRasterTask(
  store: FileStore,
  task: RasterTask,
  { signal, onProgress, limits: given }: Running = {},
): Promise<RasterTaskResult> {
  let limits = given ?? HEADER
  try {
    limits = given ?? (await limitsOf(store, task, signal))
    return await runInChild<RasterTaskResult>({
      module: new URL('./raster-task.child.ts', import.meta.url),
      input: task,
      lent: lendFiles(store, [task.raster], { readMs: READ_MS }),
      limits,
      signal,
      onProgress,
      expected: [RasterError],
    })
  } catch (error) {
    const tooMuch = error instanceof ChildFailure ? TOO_MUCH[error.reason]?.(limits) : undefined
    if (tooMuch === undefined) throw error
    throw new RasterError(
      task.type === 'to-reference-grid'
        ? `Processing the raster ${tooMuch}; cut it to the countries that are needed (${CUT_COMMAND}).`
        : `Reading the raster ${tooMuch}; send it in parts, or write it again with tiles (gdal_translate -of COG).`,
    )
  }
}
