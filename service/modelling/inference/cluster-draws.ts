import { fitAt, type GpFit } from './gp.ts'
import { LatentModel } from './latent-model.ts'
import { cholesky, multiply, solveLower, solveUpper } from '../numerics/linear-algebra.ts'
import { ModelError } from '../model-error.ts'
import { allocateDraws, type DesignPoint, type ParameterDesign, parameterDesign } from './parameter-design.ts'
import { coefficientMeans, coefficientSds, type CoefficientPosterior } from './predict.ts'
import type { Random } from '../numerics/random.ts'

export interface ClusterDraws {
  /** Spatial effect at the clusters: cluster i, draw d at [i·draws + d]. */
  g: Float64Array
  /** Coefficients of the design: column c, draw d at [c·draws + d]. */
  b: Float64Array
  /** Which draws share which parameters; together they cover all draws in order. */
  groups: DrawGroup[]
}

/** Draws `from` (inclusive) to `to` (exclusive). */
export interface DrawGroup {
  from: number
  to: number
  sd: number
  lengthScaleKm: number
  clusterSd: number
}

/** Relative jitter on a Matérn correlation matrix: clusters may share one site. */
export const JITTER = 1e-7

/**
 * Joint draws of b and g(s) from the fit's Gaussian approximation at its parameters, exactly, by conditioning paths of the prior
 * (Wilson et al. 2020, "Efficiently sampling functions from Gaussian process posteriors", eq. 9):
 * with pseudo-data z = f + W⁻¹a of noise W⁻¹, and a prior path (b0, g0, e0, ε),
 * α = a − R(X·b0 + g0 + e0 + ε), b = b0 + S·X'·α, g = g0 + sd²·M·α, R = (K + W⁻¹)⁻¹ = W^½ B⁻¹ W^½.
 */
export function drawClusters(
  fit: GpFit,
  draws: number,
  random: Random,
  root = correlationRoot(fit),
): ClusterDraws {
  const { mode, width, design, coefficientVariance, correlation } = fit
  const n = mode.a.length
  const g = new Float64Array(n * draws)
  const b = new Float64Array(width * draws)
  const z = new Float64Array(n)
  const g0 = new Float64Array(n)
  const path = new Float64Array(n)
  const b0 = new Float64Array(width)
  const spatial = new Float64Array(n)
  for (let d = 0; d < draws; d++) {
    for (let c = 0; c < width; c++) b0[c] = Math.sqrt(coefficientVariance[c]) * random.normal()
    for (let i = 0; i < n; i++) z[i] = random.normal()
    for (let i = 0; i < n; i++) {
      let sum = 0
      for (let k = 0; k <= i; k++) sum += root[i * n + k] * z[k]
      g0[i] = fit.sd * sum
    }
    for (let i = 0; i < n; i++) {
      let linear = 0
      for (let c = 0; c < width; c++) linear += design[i * width + c] * b0[c]
      const noise = fit.clusterSd * random.normal() + random.normal() / mode.rootW[i]
      path[i] = mode.rootW[i] * (linear + g0[i] + noise)
    }
    solveLower(mode.l, n, path)
    solveUpper(mode.l, n, path)
    for (let i = 0; i < n; i++) path[i] = mode.a[i] - mode.rootW[i] * path[i]
    multiply(correlation, path, spatial)
    for (let i = 0; i < n; i++) g[i * draws + d] = g0[i] + fit.sd * fit.sd * spatial[i]
    for (let c = 0; c < width; c++) {
      let sum = 0
      for (let i = 0; i < n; i++) sum += design[i * width + c] * path[i]
      b[c * draws + d] = b0[c] + coefficientVariance[c] * sum
    }
  }
  const { sd, lengthScaleKm, clusterSd } = fit
  return { g, b, groups: [{ from: 0, to: draws, sd, lengthScaleKm, clusterSd }] }
}

/** Cholesky factor of the clusters' correlation matrix. */
export function correlationRoot({ correlation, mode }: GpFit): Float64Array {
  const n = mode.a.length
  const root = correlation.slice()
  for (let i = 0; i < n; i++) root[i * n + i] += JITTER
  if (!cholesky(root, n)) {
    throw new ModelError('The spatial covariance of the clusters is singular; look for repeated coordinates.')
  }
  return root
}

/** Joint draws, the points that their parameters are of, and the coefficients at each group's point. */
export interface PosteriorDraws extends ClusterDraws {
  design: ParameterDesign
  coefficients: CoefficientPosterior[]
}

/**
 * Joint draws of b and g(s) with the uncertainty of the covariance parameters: each point of `parameterDesign` gets its
 * share of the draws, drawn as in `drawClusters`.
 */
export async function drawPosterior(
  fit: GpFit,
  draws: number,
  random: Random,
  pause?: () => Promise<void>,
): Promise<PosteriorDraws> {
  const model = new LatentModel(fit)
  const design = await parameterDesign(model, fit.parameters, pause)
  const coefficients: CoefficientPosterior[] = []
  const joint = await drawAtPoints(model, design.points, draws, random, pause, (at) =>
    coefficients.push({ mean: coefficientMeans(at), sd: coefficientSds(at) }),
  )
  return { ...joint, design, coefficients }
}

/** Joint draws in proportion to the weights of `points`, which give the parameters; `visit` gets the fit of each group. */
export async function drawAtPoints(
  model: LatentModel,
  points: readonly Pick<DesignPoint, 'parameters' | 'weight'>[],
  draws: number,
  random: Random,
  pause?: () => Promise<void>,
  visit?: (at: GpFit) => void,
): Promise<ClusterDraws> {
  const { n, width } = model.shape
  const joint: ClusterDraws = {
    g: new Float64Array(n * draws),
    b: new Float64Array(width * draws),
    groups: [],
  }
  /** Roots by length scale; the design has five. */
  const roots = new Map<number, Float64Array>()
  let from = 0
  for (const [index, count] of allocateDraws(points, draws).entries()) {
    if (count === 0) continue
    await pause?.()
    const at = fitAt(model, Float64Array.from(points[index].parameters))
    visit?.(at)
    const root = roots.get(at.lengthScaleKm) ?? correlationRoot(at)
    roots.set(at.lengthScaleKm, root)
    const own = drawClusters(at, count, random, root)
    for (const [values, part] of [
      [joint.g, own.g],
      [joint.b, own.b],
    ])
      for (let row = 0; row * count < part.length; row++)
        values.set(part.subarray(row * count, (row + 1) * count), row * draws + from)
    joint.groups.push({ ...own.groups[0], from, to: from + count })
    from += count
  }
  return joint
}
