import type { Standardisation } from './standardisation.ts'

/** The prior of a parameter of theta, the log of a positive quantity, as a density of the log. */
export interface ParameterPrior {
  /** Where the density peaks, or where a search starts. */
  typical: number
  /** Up to a constant. */
  logDensity(log: number): number
  /** Its derivative. */
  slope(log: number): number
}

/** Prior variance of a coefficient: a number, or the square of one of the component's parameters, by its index. */
export type CoefficientPrior = { variance: number } | { parameter: number }

/**
 * A part of the mean X·b: columns of the design whose coefficients are independent and normal given the parameters. A
 * new one is a file beside `lines.ts` and a line in `components.ts`.
 */
export interface Component {
  /** Priors of its parameters. */
  parameters(standardisation: Standardisation): ParameterPrior[]
  /** A prior for each of its columns. */
  coefficients(standardisation: Standardisation): CoefficientPrior[]
  /** Writes its columns at a place with standardised covariates `x` to `row` from `at`. */
  write(x: Float64Array, standardisation: Standardisation, row: Float64Array, at: number): void
}

/** Standard deviation of the log of a log-normal parameter: a factor of 7 either way within 95 %. */
export const SPREAD = 1

export function logNormalPrior(median: number): ParameterPrior {
  const typical = Math.log(median)
  return {
    typical,
    logDensity: (log) => -0.5 * ((log - typical) / SPREAD) ** 2,
    slope: (log) => (typical - log) / SPREAD ** 2,
  }
}
