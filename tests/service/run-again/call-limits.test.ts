import { expect, it } from 'vitest'
import { runFile } from '#contract/submissions/submissions.ts'
import { createCallLimits } from '#service/http/limits/call-limits.ts'

it('counts blocks of files by their bytes, each as 32 KiB at least', () => {
  let now = 60_000
  const limits = createCallLimits(() => now)
  for (let i = 0; i < 10_000; i++) limits.countBlock(1, 100)
  limits.countBlock(1, 1024 ** 3 - 10_000 * 32 * 1024)
  expect(() => limits.countBlock(1, 1)).toThrow('Only blocks of 1 GiB in all are allowed per minute')
  limits.countBlock(2, 1)
  limits.count(1, { rate: 'read' })
  now += 60_000
  limits.countBlock(1, 1)
})

it('counts a repeated submission as a write, and a rejected one as no submission at all', () => {
  const now = 60_000
  const limits = createCallLimits(() => now)
  for (let i = 0; i < 50; i++) limits.count(1, runFile, 'key')
  for (let i = 1; i < 10; i++) limits.count(1, runFile, `key ${i}`)
  for (let i = 0; i < 3; i++)
    expect(() => limits.count(1, runFile, 'key 10')).toThrow('Only 10 calls of this kind')
  expect(() => limits.count(1, runFile)).toThrow('Only 10 calls of this kind')
  // Repetitions are limited too.
  for (let i = 0; i < 11; i++) limits.count(1, runFile, 'key')
  expect(() => limits.count(1, runFile, 'key')).toThrow('Only 60 calls of this kind')
  limits.count(2, runFile, 'key')
})
