import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { type ChildStart, watchdogWord } from './child-messages.ts'

/**
 * Plain JavaScript: a thread that only checks limits needs no loader. It runs while native code keeps the main thread
 * busy.
 */
const WATCH = `
  const { writeSync } = require('node:fs')
  const { setPriority } = require('node:os')
  const { workerData: { parent, cpuMs, memoryMiB, words } } = require('node:worker_threads')
  const end = (word) => {
    try { if (word) writeSync(2, word) } finally { process.kill(process.pid, 'SIGKILL') }
  }
  setInterval(() => {
    if (process.ppid !== parent) end()
    const { user, system } = process.cpuUsage()
    // Short work goes before long work, and people's calls before both; the priority is that of the main thread.
    if (cpuMs !== null && user + system > 5e5) setPriority(process.pid, user + system > 2e6 ? 19 : 10)
    if (cpuMs !== null && user + system > cpuMs * 1000) end(words.cpu)
    if (process.memoryUsage.rss() > memoryMiB * 2 ** 20) end(words.memory)
  }, 100)
`

/** Ends this process by SIGKILL when it exceeds its limits or its parent has exited; resolves once it is watching. */
export async function startWatchdog(start: ChildStart): Promise<void> {
  const words = { cpu: watchdogWord('cpu'), memory: watchdogWord('memory') }
  const watchdog = new Worker(WATCH, { eval: true, workerData: { ...start, words } })
  await once(watchdog, 'online')
  watchdog.unref()
  lowerPriority(start.cpuMs === null)
}

/** If memory runs short, the kernel ends this process first, so that a pool child never harms people's calls. */
function lowerPriority(stays: boolean): void {
  try {
    if (stays) setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Other systems, or a sandbox.
  }
}
