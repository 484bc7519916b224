import { afterEach, expect, test, vi } from 'vitest'
import { inTurn } from '~/lib/in-turn.ts'

afterEach(() => vi.unstubAllGlobals())

test('each work waits until the browser is idle after the one before, and a failure stops none', async () => {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work))
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  const done: string[] = []
  const failed = inTurn(() => {
    done.push('first')
    throw new Error('broken')
  })
  const second = inTurn(() => void done.push('second'))
  await settled()
  expect([idle.length, done]).toEqual([1, []])
  idle[0]?.()
  await expect(failed).rejects.toThrow('broken')
  await settled()
  expect([idle.length, done]).toEqual([2, ['first']])
  idle[1]?.()
  await second
  expect(done).toEqual(['first', 'second'])
})

test('works without idle callbacks, too', async () => {
  vi.stubGlobal('requestIdleCallback', undefined)
  const work = vi.fn()
  await inTurn(work)
  expect(work).toHaveBeenCalledOnce()
})
