import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { parseSync } from 'vite'
import { afterAll, describe, expect, it } from 'vitest'
import { everyCase } from '../support/every-case.ts'

const root = join(import.meta.dirname, '../..')
const LONG = 100_000
const LIMIT_MS = 200

interface Found {
  file: string
  pattern: string
  flags: string
}

/** Every literal in the syntax tree, and every `new RegExp('…')` with a plain text. */
function expressionsOf(file: string): Found[] {
  const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'))
  const found: Found[] = []
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (typeof node !== 'object' || node === null) return
    const { type, regex } = node as { type?: string; regex?: { pattern: string; flags: string } }
    if (type === 'Literal' && regex) found.push({ file, ...regex })
    for (const [key, value] of Object.entries(node)) if (key !== 'regex') walk(value)
  }
  walk(program)
  return found
}

const files = globSync(
  [
    'src/**/*.{ts,tsx}',
    'common/*.ts',
    'service/**/*.ts',
    'web-server/*.ts',
    'launcher/*.{ts,mjs}',
    'app.config.ts',
  ],
  {
    cwd: root,
  },
)
const all = files.flatMap(expressionsOf)
const unique = [...new Map(all.map((one) => [`/${one.pattern}/${one.flags}`, one])).entries()]

/** In a thread: an expression that never returns can be terminated. */
const PROGRAM = `
  const { parentPort } = require('node:worker_threads')
  parentPort.on('message', ({ pattern, flags, words }) => {
    const expression = new RegExp(pattern, flags.replace(/[gy]/g, ''))
    let worst = 0
    for (const word of words) {
      const start = performance.now()
      expression.test(word)
      worst = Math.max(worst, performance.now() - start)
    }
    parentPort.postMessage(worst)
  })`
let worker = new Worker(PROGRAM, { eval: true })
afterAll(() => worker.terminate())

function worstOf(found: Found, words: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      void worker.terminate()
      worker = new Worker(PROGRAM, { eval: true })
      resolve(Infinity)
    }, 5000)
    worker.once('message', (ms: number) => {
      clearTimeout(timer)
      resolve(ms)
    })
    worker.postMessage({ ...found, words })
  })
}

describe('S39 regular expressions', () => {
  it('are found, and the probe distinguishes a bad one from a good one', async () => {
    expect(unique.length).toBeGreaterThan(50)
    const bad = { file: '', pattern: '^(a+)+$', flags: '' }
    expect(await worstOf(bad, [`${'a'.repeat(40)}!`])).toBe(Infinity)
    expect(await worstOf({ ...bad, pattern: '^a+$' }, [`${'a'.repeat(LONG)}!`])).toBeLessThan(LIMIT_MS)
  }, 30_000)

  everyCase('all finish with 100 kB of "a!" within 200 ms', unique, async (found) => {
    const words = ['a!', 'a', '1', 'A1 '].map((unit) => `${unit.repeat(LONG / unit.length)}!`)
    expect(await worstOf(found, words), found.file).toBeLessThan(LIMIT_MS)
  })
})
