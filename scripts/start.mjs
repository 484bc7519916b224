// `npm start`: installs what is missing, then hands over to scripts/run.ts on the pinned Node and waits for it.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { prepare, root } from './lib/prepare.mjs'

const child = spawn(prepare(), [join(root, 'scripts', 'run.ts'), ...process.argv.slice(2)], {
  cwd: process.cwd(),
  env: { ...process.env, NODE_ENV: process.env.NODE_ENV ?? 'production' },
  // The channel tells the child when this process is killed.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

// npm killed with -9 cannot tell us: its end shows as another parent.
const parent = process.ppid
if (process.env.npm_lifecycle_event) {
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM')
  }, 2000).unref()
}
