// `npm test`: installs what is missing (Chromium included), runs the tests, and ends with the line 'N passed, N
// failed'. With CI set, it also runs the fault tests; `npm test -- faults` runs them alone, `npm test -- quick` what to
// run on each save, `npm test -- tests/lib` any other selection; `npm test -- long` everything, with each soak, race and
// sweep at full length.
import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './lib/chromium.mjs'
import { temporaryFolder } from './lib/temporary-folder.mjs'
import { prepare, root } from '../launcher/prepare.mjs'

const node = prepare()
const long = process.argv[2] === 'long'
const chosen = process.argv.slice(long ? 3 : 2)
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
/**
 * Shows its output at once, or when it has ended, if another run shows its own meanwhile. `idle` runs only while others
 * leave the processor idle.
 */
async function run(name, args, { later = false, idle = false } = {}) {
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
    { cwd: root, stdio: ['inherit', out, out], env: { ...env, STRATA_TALLY: tally }, detached: idle },
  )
  if (idle) giveWay(child)
  const end = () => stop(child, idle)
  process.once('exit', end)
  const status = await new Promise((resolve) => child.once('close', resolve))
  process.off('exit', end)
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

/** Ends a run, with all of its session if it has one of its own. */
function stop({ pid }, ownSession) {
  try {
    process.kill(ownSession ? -pid : pid, 'SIGTERM')
  } catch {
    // It has ended.
  }
}

/** Lets all other processes go first. Linux shares the processor among sessions, so it has a session of its own. */
function giveWay({ pid }) {
  setPriority(pid, constants.priority.PRIORITY_LOW)
  try {
    writeFileSync(`/proc/${pid}/autogroup`, '19')
  } catch {
    // This system does not group processes by session.
  }
}

const projects = (...names) => names.flatMap((name) => ['--project', name])
const faults = ['--config', join(root, 'tests/faults/vitest.config.ts')]
if (chosen[0] === 'faults') {
  await run('faults', [...faults, ...chosen.slice(1)])
} else if (chosen[0] === 'security') {
  env.CHROMIUM_PATH = findChromium(node)
  await run('security', [...projects('security', 'measured'), ...chosen.slice(1)])
} else if (chosen[0] === 'quick') {
  await run('quick', [...projects('unit', 'web*'), ...chosen.slice(1)])
} else if (chosen.length > 0) {
  if (chosen.some((word) => word.includes('e2e'))) env.CHROMIUM_PATH = findChromium(node)
  await run('chosen', chosen)
} else {
  // First, because security tests need a browser, too.
  env.CHROMIUM_PATH = findChromium(node)
  await run('parts', projects('service*', 'web', 'security'))
  // Tests that neither wait nor measure time use what the browsers leave idle: mostly one core, at times both.
  const beside = [...projects('web-shared', 'web-plain', 'calls'), '--max-workers=2']
  const screens = run('screens', beside, { later: true, idle: true })
  await run('e2e', projects('e2e'))
  // Computations and functions use what the tests that wait or run alone leave idle; browsers leave too little.
  const computed = run('computed', projects('computed', 'unit'), { later: true, idle: true })
  await screens
  await run('measured', projects('measured'))
  // Minutes of killing and waiting: on every change, not on every save.
  if (process.env.CI || long) {
    await run('faults-alone', [...faults, ...projects('alone')])
    await run('faults', [...faults, ...projects('measured', 'faults')])
  }
  await computed
}
for (const failure of failures) console.log(`FAILED ${failure}`)
console.log(`${passed} passed, ${failures.length} failed`)
// A change that no test depends on is no failure.
const none = passed === 0 && !chosen.includes('--changed')
process.exit(failures.length > 0 || none ? 1 : 0)
