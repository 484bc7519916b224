import { RANGE_PER_LENGTH_SCALE } from './components/matern.ts'
import type { ClusterFit } from './diagnostics/cluster-fit.ts'
import { variogramOf } from './diagnostics/variogram.ts'
import type { ClusterData } from './folds/fold-types.ts'
import type { Choices } from './inference/choose-fit.ts'
import { curvesOf } from './inference/curves.ts'
import { coefficientSds } from './inference/latent-fit.ts'
import type { LatticeFit } from './inference/lattice-fit.ts'
import type { ModelDescription, ParameterPosterior } from './model.ts'

/** What is known of a fit's parameters, its curves and its variogram. */
export function describeFit(
  fit: LatticeFit,
  clusters: ClusterFit,
  data: ClusterData,
  names: readonly string[],
  chosen: Choices,
  known?: { posterior: ParameterPosterior; seed: number },
): ModelDescription {
  const means = fit.coefficients
  const sds = coefficientSds(fit)
  const posterior = known?.posterior
  const [intercept, ...lines] = posterior?.coefficients ?? []
  const rangeKm = fit.rangeKm
  const curves = () =>
    curvesOf(fit, names).map((curve, index) => ({
      ...curve,
      ...(posterior && { sd_interval: posterior.curveSds?.[index] ?? null }),
    }))
  return {
    rangeKm,
    variogram: variogramOf(clusters, data.numerator, data.denominator, known?.seed),
    parameters: {
      ...(chosen.method === 'gam' ? { method: 'gam', curves: curves() } : { method: 'gp', curves: [] }),
      likelihood: fit.overdispersion > 0 ? 'beta-binomial' : 'binomial',
      overdispersion: fit.overdispersion,
      uses_density: chosen.usesDensity,
      density_gain: chosen.density?.gain ?? null,
      density_gain_se: chosen.density?.standard_error ?? null,
      overdispersion_gain: chosen.overdispersion?.gain ?? null,
      overdispersion_gain_se: chosen.overdispersion?.standard_error ?? null,
      clusters: fit.n,
      variance: fit.sd ** 2,
      prior_variance_mean: fit.meanVariance,
      length_scale_km: fit.rangeKm / RANGE_PER_LENGTH_SCALE,
      range_km: rangeKm,
      lattice_nodes: fit.model.field.size,
      lattice_spacing_km: fit.model.field.lattice.spacingKm,
      cluster_variance: fit.clusterSd ** 2,
      ...(posterior && { intervals: posterior.intervals }),
      log_marginal_likelihood: fit.logMarginal,
      intercept: intercept?.mean ?? means[0],
      ...(intercept && { intercept_interval: [intercept.lower, intercept.upper] as const }),
      coefficients: names.map((name, index) => ({
        name,
        ...(lines[index] ?? { mean: means[index + 1], sd: sds[index + 1] }),
        transform: fit.standardisation.logShift[index] > 0 ? ('log' as const) : ('none' as const),
      })),
    },
  }
}
