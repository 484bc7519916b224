import { ChildFailure, type FailureReason } from '../../isolation/child-failure.ts'
import type { ChildLimits } from '../../isolation/child-messages.ts'
import { runInChild } from '../../isolation/run-in-child.ts'
import type { Inspection } from '../../raster/inspect.ts'
import { RasterError } from '../../raster/raster-error.ts'
import type { RasterTask } from './raster-task.ts'

/**
 * CPU time is what a person can take from others; the elapsed limit leaves room for a busy machine. Processing writes a
 * raster of up to 150 million cells and inspects it.
 */
const LIMITS: Record<RasterTask['type'], ChildLimits> = {
  inspect: { wallMs: 10 * 60_000, cpuMs: 120_000, memoryMiB: 1024, answerBytes: 4 * 2 ** 20 },
  'to-reference-grid': {
    wallMs: 15 * 60_000,
    cpuMs: 300_000,
    memoryMiB: 1024,
    answerBytes: 4 * 2 ** 20,
  },
}

const TOO_MUCH: Partial<Record<FailureReason, (limits: ChildLimits) => string>> = {
  time: ({ wallMs }) => `takes longer than ${Math.round(wallMs / 60_000)} minutes`,
  cpu: ({ cpuMs }) => `takes more than ${Math.round(cpuMs / 1000)} seconds of computing time`,
  memory: ({ memoryMiB }) => `needs more than ${memoryMiB} MiB of memory`,
}

/**
 * Does the task in a child process; stops when `signal` is aborted.
 * @throws RasterError with a sentence for the person if the raster is at fault; ChildFailure
 */
export async function runRasterTask(
  task: RasterTask,
  signal?: AbortSignal,
  limits = LIMITS[task.type],
): Promise<Inspection> {
  try {
    return await runInChild<Inspection>({
      module: new URL('./raster-task.child.ts', import.meta.url),
      input: task,
      limits,
      signal,
      expected: [RasterError],
    })
  } catch (error) {
    const tooMuch = error instanceof ChildFailure ? TOO_MUCH[error.reason]?.(limits) : undefined
    if (tooMuch === undefined) throw error
    throw new RasterError(
      `Reading the raster ${tooMuch}; send it in parts, or write it again with tiles (gdal_translate -of COG).`,
    )
  }
}
