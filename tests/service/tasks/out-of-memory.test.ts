import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { plainText } from '#service/tables/plain-text.ts'
import { kernelKills, saysOutOfMemory } from '#service/isolation/memory-signs.ts'
import { OUT_OF_MEMORY } from '#service/tasks/out-of-memory.ts'

it('recognises a process that is out of memory', () => {
  const script = 'const all = []; for (;;) all.push(Array.from({ length: 1e5 }, Math.random))'
  const { stderr, status, signal } = spawnSync(process.execPath, ['--max-old-space-size=30', '-e', script])
  expect(status === 0).toBe(false)
  expect(saysOutOfMemory(stderr.toString()), `${status} ${signal}`).toBe(true)
  let rejection = ''
  try {
    void new Float64Array(2 ** 33)
  } catch (error) {
    rejection = (error as Error).message
  }
  expect(saysOutOfMemory(rejection)).toBe(true)
  expect(saysOutOfMemory('The surface is 3 cells wide.')).toBe(false)
  expect(OUT_OF_MEMORY).toMatch(/^Out of memory/)
  expect(kernelKills()).toBeGreaterThanOrEqual(0)
})

it('prevents texts from being read as formulas', () => {
  expect(['=1+1', '+x', '-x', '@x', '\tx', ' =x'].map(plainText)).toEqual([
    "'=1+1",
    "'+x",
    "'-x",
    "'@x",
    "'\tx",
    "' =x",
  ])
  expect(['Cotonou', 'N-1', ''].map(plainText)).toEqual(['Cotonou', 'N-1', ''])
})
