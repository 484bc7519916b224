import { unstandardised } from '../components/standardisation.ts'
import { Z95 } from '../likelihood/distributions.ts'
import type { LatentFit } from './latent-fit.ts'
import type { Curve } from '../model-parameters.ts'
import { splineRow } from '../components/splines.ts'

const POINTS = 25

/**
 * The posterior of b_j·x + s_j(x) for each covariate with a spline, over the range of the clusters, parameters at their
 * most probable values. Effective degrees of freedom: 1 + Σ (1 − posterior variance / prior variance) of the spline.
 */
export function curvesOf(fit: LatentFit, names: readonly string[]): Curve[] {
  const { standardisation, coefficientVariance, coefficients: means, coefficientCovariance, width } = fit
  let from = 1 + names.length
  return standardisation.splines.map((spline) => {
    const own = [1 + spline.covariate, ...Array.from({ length: spline.columns }, (_, c) => from + c)]
    from += spline.columns
    const covariance = (c: number, d: number) => coefficientCovariance[own[c] * width + own[d]]
    const size = own.length
    const curve: Curve = {
      name: names[spline.covariate],
      sd: Math.sqrt(coefficientVariance[own[1]]),
      edf: 1,
      x: [],
      mean: [],
      lower: [],
      upper: [],
    }
    for (let c = 1; c < size; c++) curve.edf += 1 - covariance(c, c) / coefficientVariance[own[c]]
    const row = new Float64Array(size)
    const lowest = spline.knots[0]
    const range = spline.knots[spline.knots.length - 1] - lowest
    for (let point = 0; point < POINTS; point++) {
      row[0] = lowest + (range * point) / (POINTS - 1)
      splineRow(spline, row[0], row, 1)
      let mean = 0
      let variance = 0
      for (let c = 0; c < size; c++) {
        mean += row[c] * means[own[c]]
        for (let d = 0; d < size; d++) variance += row[c] * row[d] * covariance(c, d)
      }
      const half = Z95 * Math.sqrt(Math.max(variance, 0))
      curve.x.push(unstandardised(row[0], spline.covariate, standardisation))
      curve.mean.push(mean)
      curve.lower.push(mean - half)
      curve.upper.push(mean + half)
    }
    return curve
  })
}
