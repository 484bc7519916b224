// `npm test`: installs what is missing (Chromium included), runs the tests, and ends with the line 'N passed, N
// failed'. `npm test -- tests/lib` runs a selection, `npm test -- quick` what to run on each save, `npm test -- long`
// everything, with each soak, flood and sweep at full length.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from './lib/chromium.mjs'
import { temporaryFolder } from './lib/temporary-folder.mjs'
import { prepare, root } from '../launcher/prepare.mjs'

const node = prepare()
const [first, ...others] = process.argv.slice(2)
const long = first === 'long'
// Words that narrow the run down.
const selection = long || first === undefined ? others : [first, ...others]
const temporary = temporaryFolder()
const folder = mkdtempSync(join(temporary, 'strata-run-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
const env = {
  ...process.env,
  TMPDIR: temporary,
  NODE_ENV: 'test',
  // The tests start hundreds of processes of the product: each module is compiled once.
  NODE_COMPILE_CACHE: join(folder, 'compiled'),
}
// Settings of the caller's own installation must not affect a test.
if (long) env.LONG_TESTS = 'on'
for (const name of [
  'API_URL',
  'API_PUBLIC_URL',
  'APP_URL',
  'CORS_ORIGINS',
  'DATABASE_URL',
  'FILES_URL',
  'DATA_DIR',
  'HOST',
  'PORT',
  'API_PORT',
  'SAMPLES',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'ADMIN_FIRST_NAME',
  'ADMIN_LAST_NAME',
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
  'LOG_FILE_MIB',
  'LOG_FILES',
])
  delete env[name]

let passed = 0
const failures = []
async function run(name, args) {
  const tally = join(folder, `${name}.json`)
  const child = spawn(
    node,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      `--reporter=${join(root, 'scripts/lib/tally-reporter.mjs')}`,
      ...args,
    ],
    { cwd: root, stdio: 'inherit', env: { ...env, STRATA_TALLY: tally } },
  )
  const end = () => child.kill('SIGTERM')
  process.once('exit', end)
  const status = await new Promise((resolve) => child.once('close', resolve))
  process.off('exit', end)
  let result = { passed: 0, failures: [] }
  try {
    result = JSON.parse(readFileSync(tally, 'utf8'))
  } catch {
    // The run ended before it wrote its result: it counts as one failure below.
  }
  passed += result.passed
  failures.push(...result.failures)
  if (status !== 0 && result.failures.length === 0)
    failures.push(`${name}: the run ended with exit code ${status}`)
}

if (selection.length === 0 || selection.some((word) => /e2e|security/.test(word)))
  env.CHROMIUM_PATH = findChromium(node)

if (first === 'quick') await run('quick', ['--project', 'unit', '--project', 'web*', ...others])
else if (selection.length > 0) await run('selection', selection)
else {
  // Apart, because its product would run beside tests that measure. It leaves half a core to long computations.
  await Promise.all([
    run('e2e', ['--project', 'e2e']),
    run('computed', ['--project', 'computed', '--maxWorkers', '1']),
  ])
  await run('tests', ['--project', '!e2e', '--project', '!computed', '--project', '!s3'])
}
for (const failure of failures) console.log(`FAILED ${failure}`)
console.log(`${passed} passed, ${failures.length} failed`)
// A change that no test depends on is no failure.
const none = passed === 0 && !selection.includes('--changed')
process.exit(failures.length > 0 || none ? 1 : 0)
