// Runs on whatever Node started npm: plain JavaScript, nothing but Node's own modules.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const SHELL = /(^|[/-])(sh|dash|bash|zsh|ksh|ash|busybox)$/

/** Parent and command of a process; null when it is gone, or the system does not say. */
function look(pid) {
  if (process.platform === 'win32') return null
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The command stands in brackets and may hold anything.
      const end = stat.lastIndexOf(')')
      return {
        parent: Number(stat.slice(end + 2).split(' ')[1]),
        command: stat.slice(stat.indexOf('(') + 1, end),
      }
    } catch {
      return null
    }
  }
  const said = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
  const found = /^\s*(\d+)\s+(.*\S)/.exec(said)
  return found && { parent: Number(found[1]), command: found[2] }
}

/**
 * Calls `gone` when the npm that runs this script has ended: killed with -9 it can tell nobody, its end shows as another
 * parent. npm starts scripts through a shell, which outlives it: then the shell's parent counts.
 */
export function watchNpm(gone, everyMs = 1000) {
  const parent = process.ppid
  const shell = look(parent)
  const npm = shell && SHELL.test(shell.command) ? shell.parent : null
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === null || look(parent)?.parent === npm)) return
    clearInterval(timer)
    gone()
  }, everyMs)
  timer.unref()
}
