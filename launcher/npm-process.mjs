// Runs on the Node that started npm: plain JavaScript, only Node's own modules.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const SHELL = /(^|[/-])(sh|dash|bash|zsh|ksh|ash|busybox)$/

/** Parent and command of a process; null if it has exited, or the system does not say. */
function look(pid) {
  if (process.platform === 'win32') return null
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The command is in parentheses and may contain anything.
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
 * Calls `gone` when the npm that runs this script has ended. Killed with -9 it cannot notify anyone, so its end is
 * detected by the change of parent. npm starts scripts through a shell, which outlives npm: then the shell's parent
 * counts.
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
