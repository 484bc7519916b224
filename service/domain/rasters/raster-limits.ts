import type { ChildLimits } from '../../isolation/child-messages.ts'
import { MAX_DECODED_BYTES } from '../../raster/tiff/check-blocks.ts'
import type { RasterTask } from './task/raster-task.ts'

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

/** Twice of what the slowest files took: random numbers, land cover, many LZW strips. */
const CPU_MS_PER_MIB: Record<RasterTask['type'], number> = {
  inspect: 50,
  'to-cog': 200,
  'to-reference-grid': 200,
}
/** The queue gives a task up after two hours. */
const MOST_WALL_MS = 110 * 60_000

/** Cells that a byte of the file earns time for: land cover and sea pack well, but not everything that is claimed is true. */
const EARNED_PER_BYTE = 100

/** The most cells, in bytes, that a file of this size can earn time for. */
export const mostDecoded = (fileBytes: number): number =>
  Math.min(MAX_DECODED_BYTES, EARNED_PER_BYTE * fileBytes)

/** A raster of many cells may take long; a small file may not, whatever it claims to hold. */
export function limitsFor(type: RasterTask['type'], fileBytes: number, decodedBytes: number): ChildLimits {
  const limits = LIMITS[type]
  const moreMs = (Math.min(decodedBytes, mostDecoded(fileBytes)) / 2 ** 20) * CPU_MS_PER_MIB[type]
  return {
    ...limits,
    cpuMs: limits.cpuMs + moreMs,
    wallMs: Math.min(MOST_WALL_MS, limits.wallMs + 2 * moreMs),
  }
}
