// `npm start`: installs what is missing, then hands over to launcher/run.ts on the pinned Node and waits for it.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { watchNpm } from './npm-process.mjs'
import { prepare, root } from './prepare.mjs'

const child = spawn(prepare(), [join(root, 'launcher', 'run.ts'), ...process.argv.slice(2)], {
  cwd: process.cwd(),
  env: {
    ...process.env,
    NODE_ENV: process.env.NODE_ENV ?? 'production',
    // Each module is compiled once, not at each start; processes write it when they end.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'compiled'),
  },
  // The channel closes when this process is killed.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

if (process.env.npm_lifecycle_event) watchNpm(() => child.kill('SIGTERM'))
