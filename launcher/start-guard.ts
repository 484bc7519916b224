import { spawn } from 'node:child_process'
import { root, script } from './child-process.ts'

export interface Guard {
  /** This process also ends with the supervisor. */
  add: (pid: number) => void
  /** It has ended: its id may be another program's soon. */
  remove: (pid: number) => void
  /** Everything was ended in order: nothing is left to guard. */
  dismiss: () => Promise<void>
}

/** Starts the process that ends the others, and the embedded database of `dataDir`, if this one is killed. */
export function startGuard(dataDir: string | null): Guard {
  const child = spawn(process.execPath, [script('launcher/guard.ts'), ...(dataDir ? [dataDir] : [])], {
    cwd: root,
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR },
    // A separate session: neither Ctrl-C in the terminal nor a kill of the group reaches it.
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.on('error', (error) => console.error(`The guard could not be started: ${error.message}`))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.unref()
  child.channel?.unref()
  const notify = (message: object) => void (child.connected && child.send(message, () => {}))
  return {
    add: (pid) => notify({ pid }),
    remove: (pid) => notify({ gone: pid }),
    async dismiss() {
      if (!child.connected) return
      await new Promise<void>((resolve) => child.send({ over: true }, () => resolve()))
      child.disconnect()
      await ended
    },
  }
}
