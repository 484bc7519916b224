import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../launcher/prepare.mjs'

/** The same engine without the browser's own windows: the tests take two thirds of the processor time. */
const SHELL = '/usr/bin/chromium-headless-shell'
const KNOWN = [
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const run = (command, args, env = {}) =>
  spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], env: { ...process.env, ...env } }).status ===
  0

const known = () => [process.env.CHROMIUM_PATH, ...KNOWN].find((path) => path && existsSync(path))

/** Programs that tests compare with or run behind; tests that find theirs missing are skipped with a message. */
const PEERS = [
  { name: 'gdal-bin', program: '/usr/bin/gdalinfo' },
  // They may start a server when installed, so only CI installs them.
  ...(process.env.CI
    ? [
        { name: 'nginx-light', program: '/usr/sbin/nginx' },
        { name: 'pgbouncer', program: '/usr/sbin/pgbouncer' },
        { name: 'postgresql', program: '/usr/bin/pg_dump' },
      ]
    : []),
]

/** Installs the browser and the tests' peers that are missing: Debian, as root. */
export function installPackages() {
  const found = known()
  // In CI, the minutes that the shell saves are worth installing it beside another browser.
  const enough = !process.env.CI || found === SHELL || found === process.env.CHROMIUM_PATH
  const browser = found && enough ? [] : ['chromium-headless-shell']
  const missing = PEERS.filter(({ program }) => !existsSync(program)).map(({ name }) => name)
  const names = [...browser, ...missing]
  if (names.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.error(`Installing Debian's ${names.join(', ')} for the tests …`)
  run('apt-get', ['update', '-qq'])
  const install = (...packages) =>
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
      DEBIAN_FRONTEND: 'noninteractive',
    })
  if (install(...names)) return
  // Older releases of Debian only have the whole browser.
  if (!found) install('chromium')
  for (const name of missing) install(name)
}

/** A browser for the tests: an installed one, else Debian's package, else playwright's own. */
export function findChromium(node) {
  installPackages()
  const installed = known()
  if (installed) return installed
  const cli = join(root, 'node_modules/playwright-core/cli.js')
  console.error('Installing a Chromium for the browser tests …')
  if (run(node, [cli, 'install', 'chromium-headless-shell'])) {
    const script = "import('playwright-core').then((p) => console.log(p.chromium.executablePath()))"
    const path = spawnSync(node, ['-e', script], { cwd: root, encoding: 'utf8' }).stdout.trim()
    if (path && existsSync(path)) return path
  }
  console.error('No Chromium could be found or installed. Install one and name it with CHROMIUM_PATH.')
  process.exit(1)
}
