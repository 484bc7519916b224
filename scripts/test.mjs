// `npm test`: installs what is missing (Chromium included), runs the tests, ends with the line 'N passed, N failed'.
// With CI set the faults run as well; `npm test -- faults` runs them alone, `npm test -- tests/lib` any other choice.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './lib/chromium.mjs'
import { prepare, root } from './lib/prepare.mjs'

const node = prepare()
const chosen = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'strata-test-'))
const env = { ...process.env, NODE_ENV: 'test' }
// Settings of the caller's own installation have no business in a test.
for (const name of [
  'API_URL',
  'API_PUBLIC_URL',
  'APP_URL',
  'DATABASE_URL',
  'FILES_URL',
  'DATA_DIR',
  'HOST',
  'PORT',
  'API_PORT',
  'SAMPLES',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'SMTP_URL',
  'MAIL_FROM',
  'REGISTRATION_DOMAINS',
  'GOOGLE_SERVICE_ACCOUNT_FILE',
  'GOOGLE_API_URL',
  'SENTRY_DSN',
  'BRAND_NAME',
  'WORKERS',
  'COMIC_URL',
  'WORLDPOP_HOSTS',
  'TRUST_PROXY',
  'WEB_TRUST_PROXY',
  'LOG_LEVEL',
])
  delete env[name]

let passed = 0
let failed = 0
function run(name, args) {
  const report = join(folder, `${name}.json`)
  const { status } = spawnSync(
    node,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
    ],
    { cwd: root, stdio: 'inherit', env },
  )
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
    passed += numPassedTests
    // A file that could not be loaded has failed without a failed test.
    const unread = testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
    ).length
    failed += Math.max(numFailedTests + unread, status === 0 ? 0 : 1)
  } catch {
    failed += 1
  }
}

const suite = (name) => ['--config', join(root, 'tests', name, 'vitest.config.ts')]
if (chosen[0] === 'security' || chosen[0] === 'faults') {
  run(chosen[0], [...suite(chosen[0]), ...chosen.slice(1)])
} else if (chosen.length > 0) {
  if (chosen.some((word) => word.includes('e2e'))) env.CHROMIUM_PATH = findChromium(node)
  run('chosen', chosen)
} else {
  run('parts', ['--project', 'unit', '--project', 'service', '--project', 'web'])
  run('security', suite('security'))
  env.CHROMIUM_PATH = findChromium(node)
  // Alone, so that the browser, the product and its worker have the machine to themselves.
  run('e2e', ['--project', 'e2e'])
  // Minutes of killing and waiting: on every change, not on every save.
  if (process.env.CI) run('faults', suite('faults'))
}
rmSync(folder, { recursive: true, force: true })
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)
