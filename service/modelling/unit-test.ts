import { chiSquaredTail } from './distributions.ts'
import { cholesky, solveLower, submatrix } from './linear-algebra.ts'
import type { UnitResiduals } from './model.ts'
import type { UnitTest } from './admin-types.ts'

/** Share of the variance that parameters leave, at least. */
const LEAST_VARIANCE = 0.05

/**
 * Are the differences between observed and fitted cases by unit as large as the model expects of a fit to its own data?
 * T = s'·C⁻¹·s, s the residual sums of the units and C their covariance under the model, would be chi-squared with as
 * many degrees of freedom as units if the parameters were known. Estimated ones leave T its mean and take away part of
 * its variance: a scaled chi-squared with both moments (Satterthwaite 1946) gives the p-value. Unlike a count of units inside
 * their intervals it knows that the fit has seen the data.
 * Null where no unit has a cluster.
 */
export function testUnits({ residual, covariance, absorbed }: UnitResiduals): UnitTest | null {
  const all = residual.length
  const used = [...residual.keys()].filter((unit) => covariance[unit * all + unit] > 0)
  const units = used.length
  if (units === 0) return null
  const c = submatrix(covariance, all, used)
  const scaled = Float64Array.from(used, (unit) => residual[unit])
  if (!cholesky(c, units)) return null
  solveLower(c, units, scaled)
  const statistic = scaled.reduce((sum, value) => sum + value * value, 0)
  const variance = Math.max(2 * units - absorbed, LEAST_VARIANCE * 2 * units)
  const scale = variance / (2 * units)
  return { units, chi_squared: statistic, p_value: chiSquaredTail(statistic / scale, units / scale) }
}
