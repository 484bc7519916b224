import type { FileStore } from '../../files/file-store.ts'
import { ChildFailure, type FailureReason } from '../../isolation/child-failure.ts'
import type { ChildLimits } from '../../isolation/child-messages.ts'
import { runInChild } from '../../isolation/run-in-child.ts'
import { RasterError } from '../../raster/raster-error.ts'
import { lendFiles } from './lend-files.ts'
import type { RasterTask, RasterTaskResult } from './raster-task.ts'

const READ_MS = 120_000

/** Twice of what a file of random numbers took. */
const CPU_MS_PER_MIB = 200
/** The queue gives a task up after two hours. */
const MOST_WALL_MS = 110 * 60_000

/**
 * CPU time is what a person can take from others; the elapsed limit leaves room for a busy machine. The whole globe on
 * the reference grid takes about 6 minutes of it.
 */
const LIMITS: Record<RasterTask['type'], ChildLimits> = {
  inspect: { wallMs: 10 * 60_000, cpuMs: 120_000, memoryMiB: 1024, answerBytes: 4 * 2 ** 20 },
  'to-cog': { wallMs: 15 * 60_000, cpuMs: 300_000, memoryMiB: 1024, answerBytes: 4 * 2 ** 20 },
  'to-reference-grid': {
    wallMs: 60 * 60_000,
    cpuMs: 15 * 60_000,
    memoryMiB: 1024,
    answerBytes: 4 * 2 ** 20,
  },
}

/** A large file may take long to store; a small one may not, whatever it claims to hold. */
function limitsOf({ type, raster }: RasterTask): ChildLimits {
  const limits = LIMITS[type]
  if (type === 'inspect') return limits
  const moreMs = (raster.size / 2 ** 20) * CPU_MS_PER_MIB
  return {
    ...limits,
    cpuMs: limits.cpuMs + moreMs,
    wallMs: Math.min(MOST_WALL_MS, limits.wallMs + 2 * moreMs),
  }
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
  const limits = given ?? limitsOf(task)
  try {
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
        ? `Processing the raster ${tooMuch}; cut it to the countries that are needed (gdal_translate -projwin).`
        : `Reading the raster ${tooMuch}; send it in parts, or write it again with tiles (gdal_translate -of COG).`,
    )
  }
}
