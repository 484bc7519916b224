import { standardisationOf, withSplines } from '../components/standardisation.ts'
import type { LayerFinding } from '../diagnostics-types.ts'
import type { LayerInput } from '../layer-types.ts'
import type { FittedMethod } from '../model-parameters.ts'
import { MIN_KNOTS } from '../components/splines.ts'

/** Share of the clusters that may be called outliers. */
const FEW = 0.05

/**
 * Reports covariates that have a line although the method has curves and they have enough values: too few knots remain at
 * quantiles of the values that are 2 % of their range apart, mostly because an outlier stretches the range.
 */
export function lostCurveFindings(
  { clusters, covariateNames, covariatesAtClusters }: LayerInput,
  method: FittedMethod,
): LayerFinding[] {
  if (method !== 'gam') return []
  return covariateNames.flatMap((name, covariate) => {
    const values = covariatesAtClusters[covariate]
    if (new Set(values).size < MIN_KNOTS || hasCurve(values)) return []
    const outliers = outliersOf(values)
    const lost = `The covariate '${name}' has a straight line and no curve, `
    if (!outliers)
      return {
        kind: 'lost-curve' as const,
        message: `${lost}because its values at the clusters are a few narrow groups, compared with their whole range. If you expect a curve, use a transformation of the covariate that spreads them.`,
      }
    const [first, ...more] = new Set(outliers)
    const where =
      outliers.length === 1
        ? `cluster ${clusters.id[values.indexOf(first)].slice(0, 40)}`
        : `${outliers.length} clusters`
    const named =
      more.length === 0
        ? `the value ${textOf(first)} at ${where} is`
        : `the values ${textOf(Math.min(first, ...more))} to ${textOf(Math.max(first, ...more))} at ${where} are`
    return {
      kind: 'lost-curve' as const,
      message: `${lost}because ${named} so far from the others that these are almost one value in comparison. Check the raster: correct an error, or mark it as nodata; if the values are right, use a transformation of the covariate, such as its logarithm. Then upload the raster again, and run the layer with that.`,
    }
  })
}

const textOf = (value: number) => String(value).replaceAll('-', '−')

const hasCurve = (values: Float64Array) =>
  withSplines(standardisationOf([values], [], false), [values]).splines.length > 0

/** Steps in which values are left out: one by one up to this many clusters. */
const MAX_STEPS = 3000

/** The fewest values, each the farthest of those left from their median, without which there is a curve; null if many. */
function outliersOf(values: Float64Array): number[] | null {
  const sorted = values.toSorted()
  const step = Math.ceil(sorted.length / MAX_STEPS)
  let [from, to] = [0, sorted.length]
  while (values.length - (to - from) < Math.max(FEW * values.length, 1)) {
    const median = sorted[(from + to) >> 1]
    if (median - sorted[from] > sorted[to - 1] - median) from++
    else to--
    if ((values.length - (to - from)) % step === 0 && hasCurve(sorted.subarray(from, to)))
      return [...sorted.subarray(0, from), ...sorted.subarray(to)]
  }
  return null
}
