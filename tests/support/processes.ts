import { readFileSync, readdirSync } from 'node:fs'

/** Processes of this machine whose parent is `pid`. */
export function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
        .trim()
        .split(' ')
        .filter(Boolean)
        .map(Number),
    )
  } catch {
    return []
  }
}

/** Also false for a zombie. */
export function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

export const threadsOf = (pid: number): number => readdirSync(`/proc/${pid}/task`).length

/** Resident memory in MiB. */
export function residentMiB(pid: number): number {
  const found = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(found?.[1]) / 1024
}

/** Children of a process that run a raster task. */
export const rasterChildren = (pid = process.pid): number =>
  childrenOf(pid).filter((id) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('raster-task.child')
    } catch {
      return false
    }
  }).length
