import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Mutant, applyMutant } from './written-mutants.ts'

const LEFT_OUT = ['.git', 'node_modules', 'data', 'dist', 'tmp']
/** A mutant may loop forever: a run that takes this long counts as failed. */
const LONGEST_MS = 240_000

interface TestRun {
  failed: boolean
  /** The first failure, or the reason why the run ended. */
  why: string
  passed: number
}

export interface MutantTree {
  run(tests: readonly string[], env?: Record<string, string>): Promise<TestRun>
  runMutant(mutant: Mutant, env?: Record<string, string>): Promise<TestRun>
  remove(): void
}

/** A copy of the tree, with node_modules linked, in which sources may be changed. */
export function copyTree(root: string): MutantTree {
  const home = mkdtempSync(join(tmpdir(), 'strata-mutants-'))
  const tree = join(home, 'strata')
  const leftOut = new Set(LEFT_OUT.map((name) => join(root, name)))
  cpSync(root, tree, { recursive: true, filter: (path) => !leftOut.has(path) })
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'), 'junction')
  const run = (tests: readonly string[], env: Record<string, string> = {}) =>
    runVitest(home, tree, tests, env)
  return {
    run,
    async runMutant(mutant, env) {
      const path = join(tree, mutant.file)
      const source = readFileSync(path, 'utf8')
      writeFileSync(path, applyMutant(source, mutant))
      try {
        return await run(mutant.tests, env)
      } finally {
        writeFileSync(path, source)
      }
    },
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }),
  }
}

function runVitest(
  home: string,
  tree: string,
  tests: readonly string[],
  env: Record<string, string>,
): Promise<TestRun> {
  const tally = join(home, 'tally.json')
  rmSync(tally, { force: true })
  const child = spawn(
    process.execPath,
    [
      join(tree, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--bail=1',
      `--reporter=${join(tree, 'scripts/lib/tally-reporter.mjs')}`,
      ...tests,
    ],
    // A separate process group, so that everything it started ends with it.
    {
      cwd: tree,
      stdio: 'ignore',
      detached: true,
      env: { ...process.env, ...env, NODE_ENV: 'test', STRATA_TALLY: tally },
    },
  )
  const end = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {
      // It has already exited.
    }
  }
  const timer = setTimeout(end, LONGEST_MS)
  process.on('exit', end)
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      clearTimeout(timer)
      process.off('exit', end)
      resolve({ failed: code !== 0, ...readTally(tally) })
    })
  })
}

function readTally(path: string): { why: string; passed: number } {
  try {
    const { passed, failures } = JSON.parse(readFileSync(path, 'utf8')) as {
      passed: number
      failures: string[]
    }
    return { passed, why: failures[0] ?? '' }
  } catch {
    return { passed: 0, why: 'the run was ended before it reported anything' }
  }
}
