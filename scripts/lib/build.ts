import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { runOnce, script } from './child-process.ts'

const INPUTS = [
  'src/**/*',
  'public/**/*',
  'vite.config.ts',
  'scripts/lib/precompress.ts',
  'scripts/lib/slim-client.ts',
  'tailwind.config.ts',
  'app.config.ts',
  'package-lock.json',
]
const marker = script('dist', '.inputs')

function fingerprint(): string {
  const hash = createHash('sha256')
  const paths = globSync(INPUTS, { cwd: script(), withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .sort()
  for (const path of paths) hash.update(path).update(readFileSync(path))
  return hash.digest('hex')
}

/** Builds the web application when its sources differ from those of the last build. */
export async function buildIfNeeded(): Promise<void> {
  const wanted = fingerprint()
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return
  console.error('Building the web application (about ten seconds) …')
  const code = await runOnce(
    [script('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'],
    { NODE_ENV: 'production' },
    true,
  )
  if (code !== 0) throw new Error('The web application could not be built; the lines above say why.')
  writeFileSync(marker, wanted)
}
