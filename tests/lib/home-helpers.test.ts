import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { greeting } from '../../src/lib/greeting.ts'
import { looksLikeMarkup } from '../../src/lib/looks-like-markup.ts'
import { percentage } from '../../src/lib/percentage.ts'
import { quarter } from '../../src/lib/time/quarter.ts'
import { relativeTime } from '../../src/lib/time/relative-time.ts'
import { settleWithin } from '../../src/lib/settle-within.ts'

test('the greeting for every hour', () => {
  const words = Array.from({ length: 24 }, (_, hour) => greeting(hour).slice(5))
  expect(words.slice(0, 5)).toEqual(Array(5).fill('Night'))
  expect(words.slice(5, 12)).toEqual(Array(7).fill('Morning'))
  expect(words.slice(12, 17)).toEqual(Array(5).fill('Afternoon'))
  expect(words.slice(17, 19)).toEqual(Array(2).fill('Evening'))
  expect(words.slice(19)).toEqual(Array(5).fill('Night'))
})

test('the quarter of every month, and of none', () => {
  const months = Array.from({ length: 12 }, (_, index) => quarter(index + 1))
  expect(months).toEqual(['Q1', 'Q1', 'Q1', 'Q2', 'Q2', 'Q2', 'Q3', 'Q3', 'Q3', 'Q4', 'Q4', 'Q4'])
  for (const month of [0, 13, -1, 1.5, Number.NaN]) {
    expect(() => quarter(month)).toThrow('Invalid month number: out of range (1-12)')
  }
})

test('percentages have two decimals, and zero for values that are not numbers', () => {
  expect(percentage(2, 3)).toBe('66.67')
  expect(percentage(3, 3)).toBe('100.00')
  expect(percentage(0, 0)).toBe('0.00')
  expect(percentage(1, 0)).toBe('0.00')
})

describe('relative time', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  const ago = (ms: number) =>
    relativeTime(new Date(now - ms).toISOString(), now, { locale: 'en-GB', timeZone: 'UTC' })
  test.each([
    [0, '0 Seconds ago'],
    [1_000, '1 Second ago'],
    [59_999, '59 Seconds ago'],
    [60_000, '1 Minute ago'],
    [3_599_999, '59 Minutes ago'],
    [3_600_000, '1 Hour ago'],
    [86_399_999, '23 Hours ago'],
    [86_400_000, '1 Day ago'],
    [7 * 86_400_000 - 1, '6 Days ago'],
    [7 * 86_400_000, '13/11/2026'],
  ])('%d ms ago', (ms, text) => {
    expect(ago(ms)).toBe(text)
  })
  test('a clock that is ahead, and invalid times', () => {
    expect(ago(-5000)).toBe('0 Seconds ago')
    expect(relativeTime('yesterday', now)).toBe('')
  })
})

test('text that looks like markup', () => {
  for (const text of ['<p>x</p>', 'a <br> b', '<img src="x">', '<br/>'])
    expect(looksLikeMarkup(text)).toBe(true)
  for (const text of ['', 'plain', '3 < 4 and 5 > 2', '<>', '< p>']) expect(looksLikeMarkup(text)).toBe(false)
})

describe('waiting', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const waitingFor = (...promises: Promise<unknown>[]) => {
    const settled = vi.fn()
    void settleWithin(5000, promises).then(settled)
    return settled
  }
  test('ends after the given time if something never settles', async () => {
    const settled = waitingFor(new Promise(() => undefined), Promise.reject(new Error('no')))
    await vi.advanceTimersByTimeAsync(4999)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(settled).toHaveBeenCalledOnce()
  })
  test('ends as soon as all have settled, failures included', async () => {
    const last = Promise.withResolvers()
    const settled = waitingFor(Promise.reject(new Error('no')), last.promise)
    await vi.advanceTimersByTimeAsync(10)
    expect(settled).not.toHaveBeenCalled()
    last.resolve(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(settled).toHaveBeenCalledOnce()
    expect(vi.getTimerCount()).toBe(0)
  })
})
