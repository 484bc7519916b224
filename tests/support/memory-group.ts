import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'

export interface MemoryGroup {
  /** Limits the process to `bytes`: with the next page beyond them, the kernel ends it. */
  limit: (pid: number, bytes: number) => void
  remove: () => void
}

/** A group of processes with a limit on its memory; null if there are none (it takes cgroup v1, as root). */
export function createMemoryGroup(name: string): MemoryGroup | null {
  const folder = `/sys/fs/cgroup/memory/strata-${name}-${process.pid}`
  try {
    mkdirSync(folder)
  } catch {
    return null
  }
  if (!existsSync(`${folder}/memory.limit_in_bytes`)) return null
  return {
    limit(pid, bytes) {
      writeFileSync(`${folder}/memory.limit_in_bytes`, String(bytes))
      writeFileSync(`${folder}/cgroup.procs`, String(pid))
    },
    remove: () => rmdirSync(folder),
  }
}
