import { readFileSync } from 'node:fs'

/** V8 prints the first before it aborts its process; typed arrays raise the second. */
export const saysOutOfMemory = (text: string) =>
  /heap out of memory|Array buffer allocation failed|Invalid typed array length|ERR_WORKER_OUT_OF_MEMORY/i.test(
    text,
  )

/** How many processes the kernel's OOM killer has ended since boot; 0 if unknown. */
export function kernelKills(): number {
  try {
    const found = /^oom_kill (\d+)$/m.exec(readFileSync('/proc/vmstat', 'utf8'))
    return found ? Number(found[1]) : 0
  } catch {
    return 0
  }
}
