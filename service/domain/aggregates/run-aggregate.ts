import type { AggregateResult } from '../../db/schema.ts'
import type { FileStore } from '../../files/file-store.ts'
import type { ChildLimits } from '../../isolation/child-messages.ts'
import { runInChild } from '../../isolation/run-in-child.ts'
import { ModelError } from '../../modelling/model-error.ts'
import { RasterError } from '../../raster/raster-error.ts'
import { lendFiles } from '../rasters/task/lend-files.ts'
import { type AggregateTask, rastersToRead } from './aggregate-task.ts'

/** A million cells and 500 draws take 30 s of processor time. */
const LIMITS: ChildLimits = { wallMs: 900_000, cpuMs: 600_000, memoryMiB: 2048, answerBytes: 32 * 2 ** 20 }
const READ_MS = 120_000

interface Running {
  files: FileStore
  signal: AbortSignal
  onProgress: (fraction: number) => void
}

/** Computes in a process of its own: it takes seconds without a pause. */
export function aggregateInChild(
  task: AggregateTask,
  posterior: Uint8Array,
  { files, ...running }: Running,
): Promise<AggregateResult> {
  const loan = lendFiles(files, rastersToRead(task), { readMs: READ_MS })
  return runInChild<AggregateResult>({
    module: new URL('./aggregate.child.ts', import.meta.url),
    input: task,
    content: posterior,
    limits: LIMITS,
    expected: [ModelError, RasterError],
    ...(loan && { lent: loan }),
    ...running,
  })
}
