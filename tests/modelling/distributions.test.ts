import { expect, it } from 'vitest'
import { chiSquaredTail, studentTail } from '#service/modelling/distributions.ts'

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
