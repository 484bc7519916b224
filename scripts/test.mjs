// `npm test`: installs what is missing (Chromium included), runs the tests, and ends with the line 'N passed, N
// failed'. With CI set, it also runs the fault tests; `npm test -- faults` runs them alone, `npm test -- quick` what to
// run on each save, `npm test -- tests/lib` any other selection.
import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './lib/chromium.mjs'
import { prepare, root } from '../launcher/prepare.mjs'

const node = prepare()
const chosen = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'strata-test-'))
const env = {
  ...process.env,
  NODE_ENV: 'test',
  // The tests start hundreds of processes of the product: each module is compiled once.
  NODE_COMPILE_CACHE: join(folder, 'compiled'),
}
// Settings of the caller's own installation must not affect a test.
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
/** Shows its output at once, or when it has ended, if another run shows its own meanwhile. */
async function run(name, args, { later = false } = {}) {
  const tally = join(folder, `${name}.json`)
  const output = join(folder, `${name}.txt`)
  const out = later ? openSync(output, 'w') : 'inherit'
  const child = spawn(
    node,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      `--reporter=${join(root, 'scripts/lib/tally-reporter.mjs')}`,
      ...args,
    ],
    { cwd: root, stdio: ['inherit', out, out], env: { ...env, STRATA_TALLY: tally } },
  )
  const status = await new Promise((resolve) => child.once('close', resolve))
  if (later) {
    closeSync(out)
    process.stdout.write(readFileSync(output))
  }
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

const suite = (name) => ['--config', join(root, 'tests', name, 'vitest.config.ts')]
if (chosen[0] === 'security' || chosen[0] === 'faults') {
  if (chosen[0] === 'security') env.CHROMIUM_PATH = findChromium(node)
  await run(chosen[0], [...suite(chosen[0]), ...chosen.slice(1)])
} else if (chosen[0] === 'quick') {
  // Without what takes long and few changes can affect: simulations of the engine, comparisons with GDAL, mutants.
  const slow = ['modelling/{coverage,fit-layer}', 'raster/{*-gdal,lerc,mutants,nigeria-sample}'].flatMap(
    (files) => ['--exclude', `tests/${files}.test.ts`],
  )
  await run('quick', ['--project', 'unit', '--project', 'web*', ...slow, ...chosen.slice(1)])
} else if (chosen.length > 0) {
  if (chosen.some((word) => word.includes('e2e'))) env.CHROMIUM_PATH = findChromium(node)
  await run('chosen', chosen)
} else {
  // First, because security tests need a browser, too.
  env.CHROMIUM_PATH = findChromium(node)
  await run('parts', ['--project', 'service*', '--project', 'web'])
  await run('security', suite('security'))
  // The browsers leave half of a core: tests that neither wait nor measure time use it, one file at a time.
  const beside = ['unit', 'web-shared', 'web-plain'].flatMap((name) => ['--project', name])
  const functions = run('functions', [...beside, '--max-workers=1'], { later: true })
  await run('e2e', ['--project', 'e2e'])
  await functions
  // Minutes of killing and waiting: on every change, not on every save.
  if (process.env.CI) await run('faults', suite('faults'))
}
rmSync(folder, { recursive: true, force: true })
for (const failure of failures) console.log(`FAILED ${failure}`)
console.log(`${passed} passed, ${failures.length} failed`)
// A change that no test depends on is no failure.
const none = passed === 0 && !chosen.includes('--changed')
process.exit(failures.length > 0 || none ? 1 : 0)
