import { readFileSync } from 'node:fs'

/** V8 says this before it gives up its process; typed arrays say the second. */
export const saysOutOfMemory = (text: string) =>
  /heap out of memory|Array buffer allocation failed|Invalid typed array length|ERR_WORKER_OUT_OF_MEMORY/i.test(
    text,
  )

/** How many processes the kernel has ended for want of memory since it booted; 0 where it does not say. */
export function kernelKills(): number {
  try {
    const found = /^oom_kill (\d+)$/m.exec(readFileSync('/proc/vmstat', 'utf8'))
    return found ? Number(found[1]) : 0
  } catch {
    return 0
  }
}
