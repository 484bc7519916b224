import { chiSquaredTail } from '../likelihood/distributions.ts'
import { cholesky, solveLower, submatrix } from '../numerics/linear-algebra.ts'
import type { UnitResiduals } from '../model.ts'
import type { UnitTest } from './admin-types.ts'

/** Share of the variance that parameters leave, at least. */
const LEAST_VARIANCE = 0.05

/**
 * Are the differences between observed and fitted cases by unit as large as the model expects of a fit to its own data?
 * T = s'·C⁻¹·s, s the residual sums of the units and C their covariance under the model, would be chi-squared with as
 * many degrees of freedom as units if everything but the latent values were known. The estimated level takes one of them,
 * estimated parameters part of the variance, and both shift the mean: T without the shift is compared with a scaled
 * chi-squared of both moments (Satterthwaite 1946). Unlike a count of units inside their intervals it knows that the fit
 * has seen the data. Null where fewer than two units have clusters.
 */
export function testUnits({ residual, covariance, ...estimates }: UnitResiduals): UnitTest | null {
  const all = residual.length
  const used = [...residual.keys()].filter((unit) => covariance[unit * all + unit] > 0)
  const units = used.length
  if (units < 2) return null
  const c = submatrix(covariance, all, used)
  const scaled = Float64Array.from(used, (unit) => residual[unit])
  if (!cholesky(c, units)) return null
  solveLower(c, units, scaled)
  const squares = scaled.reduce((sum, value) => sum + value * value, 0)
  const statistic = Math.max(squares - estimates.shift, 0)
  const freedom = units - estimates.absorbedFreedom
  const least = LEAST_VARIANCE * 2 * freedom
  const scale = Math.max(2 * freedom - estimates.absorbedVariance, least) / (2 * freedom)
  return { units, chi_squared: statistic, p_value: chiSquaredTail(statistic / scale, freedom / scale) }
}
