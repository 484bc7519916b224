import { expect, it } from 'vitest'
import { chiSquaredTail, studentQuantile, studentTail } from '#service/modelling/likelihood/distributions.ts'

// R: pchisq(c(0.5, 12, 40, 900), c(3, 12, 37, 774), lower = FALSE)
it.each([
  [0.5, 3, 0.918891411654676],
  [12, 12, 0.445679641364611],
  [40, 37, 0.338401988453908],
  [900, 774, 0.00110573280809378],
])('gives the tail of chi-squared beyond %f with %i degrees of freedom', (x, df, tail) => {
  expect(chiSquaredTail(x, df)).toBeCloseTo(tail, 12)
})
it('has all of chi-squared above 0', () => {
  expect(chiSquaredTail(0, 5)).toBe(1)
})

// R: pt(c(-1, 0.3, 1.8331, 6), c(4, 9, 9, 2), lower = FALSE)
it.each([
  [-1, 4, 0.813049516849971],
  [0.3, 9, 0.385495351870762],
  [1.8331, 9, 0.050001027140027],
  [6, 2, 0.0133357366077124],
])("gives the tail of Student's t beyond %f with %i degrees of freedom", (t, df, tail) => {
  expect(studentTail(t, df)).toBeCloseTo(tail, 12)
})

// R: qt(.975, c(1, 2, 3, 5, 9, 30, 200, 2999)); qt(c(.9, .995, .9999), c(2, 7, 1))
it.each([
  [0.025, 1, 12.706204736174694],
  [0.025, 2, 4.3026527297494619],
  [0.025, 3, 3.1824463052837078],
  [0.025, 5, 2.5705818356363137],
  [0.025, 9, 2.2621571627982049],
  [0.025, 30, 2.0422724563012378],
  [0.025, 200, 1.9718962236339079],
  [0.025, 2999, 1.9607553192053147],
  [0.1, 2, 1.8856180831641269],
  [0.005, 7, 3.4994832973504932],
  [0.0001, 1, 3183.0987571185015],
])("gives the quantile of Student's t with %f beyond it and %i degrees of freedom", (tail, df, t) => {
  expect(Math.abs(studentQuantile(tail, df) / t - 1)).toBeLessThan(1e-9)
})
