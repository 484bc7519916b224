import { execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const root = join(import.meta.dirname, '../..')
const PARTS = [
  'src',
  'public',
  'web-server',
  'common',
  'scripts',
  '*.config.ts',
  'tsconfig.json',
  'package.json',
]

/**
 * The web application built for a path, from a copy: the build of the other tests is for none. `apiUrl` is the service
 * that it calls.
 */
export async function startWebAtPath(path: string, apiUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'strata-path-'))
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...PARTS], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of listed.trim().split('\n'))
    cpSync(join(root, file), join(folder, file), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    APP_URL: origin + path,
    API_URL: apiUrl,
  }
  const vite = join(folder, 'node_modules/vite/bin/vite.js')
  const build = spawn(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = (await once(build, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The web application could not be built for a path.')
  const child = fork(join(folder, 'web-server/main.ts'), {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  })
  const gone = once(child, 'exit')
  const end = async () => {
    if (child.connected) child.disconnect()
    await gone
    rmSync(folder, { recursive: true, force: true })
  }
  for (let n = 0; n < 400; n++) {
    if ((await fetch(`${origin}/healthz`).catch(() => null))?.ok) return { origin, url: origin + path, end }
    await sleep(50)
  }
  await end()
  throw new Error('The web server did not start.')
}
