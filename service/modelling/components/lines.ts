import type { Component } from './component.ts'

/** Prior standard deviations of the intercept and of a coefficient per standardised covariate, logit scale. */
export const INTERCEPT_SD = 5
export const COEFFICIENT_SD = 1

/** The intercept, and a line for each covariate. */
export const lines: Component = {
  parameters: () => [],
  coefficients: ({ mean }) => [
    { variance: INTERCEPT_SD ** 2 },
    ...Array.from(mean, () => ({ variance: COEFFICIENT_SD ** 2 })),
  ],
  write(x, _standardisation, row, at) {
    row[at] = 1
    row.set(x, at + 1)
  },
}
