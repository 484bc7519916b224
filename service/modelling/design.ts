import { ModelError } from './model-error.ts'

/** Mean and standard deviation of each covariate over the clusters of the fit. */
export interface Standardisation {
  mean: Float64Array
  sd: Float64Array
}

/** Throws ModelError naming a covariate that does not vary; in a fold (`strict` false) such a one gets sd 1 and so no weight. */
export function standardisationOf(
  covariates: Float64Array[],
  names: string[],
  strict: boolean,
): Standardisation {
  const mean = new Float64Array(covariates.length)
  const sd = new Float64Array(covariates.length)
  covariates.forEach((values, index) => {
    let sum = 0
    for (const value of values) sum += value
    const average = sum / values.length
    let squares = 0
    for (const value of values) squares += (value - average) ** 2
    const spread = Math.sqrt(squares / Math.max(values.length - 1, 1))
    const constant = !(spread > 1e-9 * Math.max(Math.abs(average), 1e-9))
    if (constant && strict) {
      throw new ModelError(
        `The covariate '${names[index]}' has the same value at every cluster; leave it out of the collection.`,
      )
    }
    mean[index] = average
    sd[index] = constant ? 1 : spread
  })
  return { mean, sd }
}

/** Rows [1, standardised covariates], row-major, n·(1 + covariates). */
export function designMatrix(
  covariates: Float64Array[],
  count: number,
  { mean, sd }: Standardisation,
): Float64Array {
  const width = covariates.length + 1
  const design = new Float64Array(count * width)
  for (let i = 0; i < count; i++) {
    design[i * width] = 1
    for (let j = 1; j < width; j++) {
      design[i * width + j] = (covariates[j - 1][i] - mean[j - 1]) / sd[j - 1]
    }
  }
  return design
}
