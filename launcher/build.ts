import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { runOnce, script } from './child-process.ts'
import { loadConfig } from '../app.config.ts'
import { environmentFor } from './environment.ts'

const INPUTS = [
  'src/**/*',
  'common/**/*',
  'public/**/*',
  'vite.config.ts',
  'web-server/precompress.ts',
  'tailwind.config.ts',
  'app.config.ts',
  'package-lock.json',
]
const marker = script('dist', '.inputs')

function fingerprint(): string {
  const hash = createHash('sha256').update(loadConfig().basePath)
  const paths = globSync(INPUTS, { cwd: script(), withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .sort()
  for (const path of paths) hash.update(path).update(readFileSync(path))
  return hash.digest('hex')
}

const lock = script('dist', '.building')

/** Whether the build that recorded its process id here is still running. */
function holderRuns(): boolean {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0)
    return true
  } catch {
    return false
  }
}

/** One build at a time: several programs may find at once that one is needed. */
async function alone(work: () => Promise<void>): Promise<void> {
  mkdirSync(script('dist'), { recursive: true })
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    if (holderRuns()) await sleep(200)
    else rmSync(lock, { force: true })
  }
  try {
    await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** Builds the web application if its sources have changed since the last build. */
export async function buildIfNeeded(): Promise<void> {
  const wanted = fingerprint()
  const isBuilt = () => existsSync(marker) && readFileSync(marker, 'utf8') === wanted
  if (isBuilt()) return
  await alone(async () => {
    if (isBuilt()) return
    // An interrupted build leaves a mixture of both.
    rmSync(marker, { force: true })
    console.error('Building the web application (about ten seconds) …')
    const code = await runOnce(
      [script('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'],
      environmentFor('build', { NODE_ENV: 'production' }),
      true,
    )
    if (code !== 0) throw new Error('The web application could not be built; the lines above say why.')
    writeFileSync(marker, wanted)
  })
}
