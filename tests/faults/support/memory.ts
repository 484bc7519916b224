import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Part } from './part.ts'
import { percentile, until } from './times.ts'

/** In bytes, after garbage collection; `external` is what buffers hold outside the heap. */
export interface Memory {
  heapUsed: number
  external: number
  rss: number
}

const PROBE = `import { renameSync, writeFileSync } from 'node:fs'
const file = process.env.PROBE_FILE
process.on('SIGUSR2', () => {
  gc()
  gc()
  const { heapUsed, external, rss } = process.memoryUsage()
  writeFileSync(file + '.part', JSON.stringify({ heapUsed, external, rss }))
  renameSync(file + '.part', file)
})`

/** Arguments for a process that reports its memory on SIGUSR2 to the file named in PROBE_FILE. */
export const PROBE_ARGS = ['--expose-gc', '--import', `data:text/javascript,${encodeURIComponent(PROBE)}`]

/** The memory of a process that was started with PROBE_ARGS, a moment after its last call. */
export async function memoryOf(part: Pick<Part, 'kill'>, file: string): Promise<Memory> {
  await sleep(300)
  await rm(file, { force: true })
  part.kill('SIGUSR2')
  await until('the process has reported its memory', 20_000, () => existsSync(file))
  return JSON.parse(await readFile(file, 'utf8')) as Memory
}

/** The median slope of all pairs (Theil and Sen): a single step in memory pages is not a leak. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const all = points.flatMap(([x, y], n) => points.slice(n + 1).map(([u, v]) => (v - y) / (u - x)))
  return percentile(all, 0.5)
}
