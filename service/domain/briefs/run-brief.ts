import type { ChildLimits } from '../../isolation/child-messages.ts'
import { runInChild } from '../../isolation/run-in-child.ts'
import type { GatheredBrief } from './gather-brief.ts'

/** 77 pages with a map each take 1.5 s of processor time and 240 MiB, 775 take 7 s and 580 MiB. */
const LIMITS: ChildLimits = { wallMs: 180_000, cpuMs: 120_000, memoryMiB: 1024, answerBytes: 96 * 2 ** 20 }

interface Running {
  signal?: AbortSignal
  onProgress?: (fraction: number) => void
  /** Tests use less. */
  limits?: ChildLimits
}

/** Lays the document out in a process of its own: seconds without a pause, and the texts that people typed. */
export function composeInChild(
  { record, geometries }: GatheredBrief,
  { limits = LIMITS, ...running }: Running = {},
): Promise<Uint8Array> {
  const module = new URL('./brief.child.ts', import.meta.url)
  return runInChild<Uint8Array>({ module, input: record, content: geometries, limits, ...running })
}
