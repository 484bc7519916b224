import { expect, it } from 'vitest'
import { besselK1 } from '#service/modelling/numerics/bessel.ts'
import reference from '../fixtures/bessel-reference.json' with { type: 'json' }

it('has the values of R', () => {
  reference.x.forEach((x, i) => expect(besselK1(x) / reference.k1[i], `K₁(${x})`).toBeCloseTo(1, 12))
  // R: besselK(700, 1)
  expect(besselK1(700) / 4.673110796707966e-306).toBeCloseTo(1, 12)
})

it('is infinite at 0 and vanishes far away', () => {
  expect([besselK1(0), besselK1(2000), besselK1(Infinity), besselK1(NaN)]).toEqual([Infinity, 0, 0, NaN])
})
