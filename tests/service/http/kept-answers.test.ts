import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import type { Services } from '#service/context.ts'
import { keptAnswer } from '#service/http/answers/kept-answers.ts'

it('is made once for all who ask, kept for a while, and never if it failed', async () => {
  const services = {} as Services
  const make = vi.fn(async () => {
    await sleep(20)
    return make.mock.calls.length
  })
  const ask = () => keptAnswer(services, 'a', make)
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  expect(await ask()).toBe(1)
  expect(await keptAnswer({} as Services, 'a', make)).toBe(2)
  await vi.waitFor(async () => expect(await ask()).toBe(3), { timeout: 5000 })

  const fails = () => keptAnswer(services, 'b', () => Promise.reject(new Error('once')))
  await expect(fails()).rejects.toThrow('once')
  expect(await keptAnswer(services, 'b', async () => 'then')).toBe('then')
})

it('holds only a few', async () => {
  const services = {} as Services
  const make = vi.fn(async () => {
    await sleep(50)
  })
  await Promise.all(Array.from({ length: 21 }, (_, n) => keptAnswer(services, String(n), make)))
  await keptAnswer(services, '20', make)
  expect(make).toHaveBeenCalledTimes(21)
  await keptAnswer(services, '0', make)
  expect(make).toHaveBeenCalledTimes(22)
})
