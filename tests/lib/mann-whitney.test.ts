import { describe, expect, it } from 'vitest'
import { mannWhitney } from '../support/mann-whitney.ts'

describe('mannWhitney', () => {
  it('agrees with R: wilcox.test of ozone in May and August (airquality), with ties', () => {
    const may = [
      41, 36, 12, 18, 28, 23, 19, 8, 7, 16, 11, 14, 18, 14, 34, 6, 30, 11, 1, 11, 4, 32, 23, 45, 115, 37,
    ]
    const august = [
      39, 9, 16, 78, 35, 66, 122, 89, 110, 44, 28, 65, 22, 59, 23, 31, 44, 21, 9, 45, 168, 73, 76, 118, 84,
      85,
    ]
    const { u, p } = mannWhitney(may, august)
    expect(u).toBe(127.5)
    // Published: W = 127.5, p-value = 0.0001208.
    expect(p).toBeCloseTo(0.0001208, 7)
    expect(mannWhitney(august, may)).toEqual({ u: 26 * 26 - 127.5, p })
  })

  it('agrees with Hollander and Wolfe’s membranes (1973, 69 f.): W = 35', () => {
    const atTerm = [0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]
    expect(mannWhitney(atTerm, [1.15, 0.88, 0.9, 0.74, 1.21]).u).toBe(35)
  })

  it('finds nothing in equal samples, and everything in disjoint ones', () => {
    expect(mannWhitney([1, 1, 1], [1, 1]).p).toBe(1)
    expect(mannWhitney([1, 2, 3, 4], [1, 2, 3, 4]).p).toBe(1)
    const low = Array.from({ length: 200 }, (_, n) => n)
    expect(
      mannWhitney(
        low,
        low.map((value) => value + 1000),
      ).p,
    ).toBeLessThan(1e-60)
    expect(() => mannWhitney([], [1])).toThrow('a value in each sample')
  })
})
