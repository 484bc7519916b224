// `npm run test:s3`: tests the file store against a real S3-compatible server (Debian's Swift), which it starts and
// ends.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepare, root } from '../launcher/prepare.mjs'
import { startSwift } from '../tests/s3/swift-server.mjs'

const PROGRAMS = [
  'swift-ring-builder',
  'swift-proxy-server',
  'swift-account-server',
  'swift-container-server',
  'swift-object-server',
  'memcached',
]
const PACKAGES = ['swift', 'swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached']

const missing = () => PROGRAMS.filter((name) => spawnSync('which', [name]).status !== 0)

function install() {
  if (missing().length === 0) return
  const command = `apt-get install -y --no-install-recommends ${PACKAGES.join(' ')}`
  if (process.getuid?.() !== 0) throw new Error(`Swift is missing. Install it as root: ${command}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const attempt = () => spawnSync('sh', ['-c', command], { stdio: 'inherit', env })
  if (attempt().status !== 0) {
    spawnSync('apt-get', ['update'], { stdio: 'inherit', env })
    attempt()
  }
  if (missing().length > 0) throw new Error(`Swift could not be installed: ${missing().join(', ')} missing.`)
}

const node = prepare()
install()
const folder = mkdtempSync(join(tmpdir(), 'strata-swift-'))
const swift = await startSwift(folder)
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void swift.stop().finally(() => process.exit(1)))
try {
  const tests = spawn(
    node,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 's3', ...process.argv.slice(2)],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        NODE_ENV: 'test',
        S3_ENDPOINT: swift.endpoint,
        AWS_ACCESS_KEY_ID: swift.key,
        AWS_SECRET_ACCESS_KEY: swift.secret,
        AWS_REGION: 'us-east-1',
        // The caller's own account must not be used here.
        AWS_PROFILE: '',
        AWS_SESSION_TOKEN: '',
      },
    },
  )
  process.exitCode = await new Promise((resolve) => tests.once('exit', (code) => resolve(code ?? 1)))
} finally {
  await swift.stop()
  rmSync(folder, { recursive: true, force: true })
}
