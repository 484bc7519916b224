import type { Random } from '../numerics/random.ts'
import type { Posterior } from '../posterior/posterior.ts'
import { roundSurface } from '../posterior/round-surface.ts'
import { allocateDraws, type ParameterDesign, parameterDesign } from './parameter-design.ts'
import { coefficientSds } from './latent-fit.ts'
import { LatentModel } from './latent-model.ts'
import { type LatticeFit, fitAt } from './lattice-fit.ts'
import { drawField } from './predictions.ts'

/** Draws `from` (inclusive) to `to` (exclusive), which share their parameters. */
export interface DrawGroup {
  from: number
  to: number
  sd: number
  rangeKm: number
  clusterSd: number
}

/** Of each column of the design. */
export interface CoefficientPosterior {
  mean: Float64Array
  sd: Float64Array
}

/** Joint draws, the points that their parameters are of, and the coefficients at each group's point. */
export interface FieldDraws {
  surface: Float32Array
  coefficients: Float64Array
  groups: DrawGroup[]
  design: ParameterDesign
  atPoints: CoefficientPosterior[]
}

/**
 * Joint draws of the surface's weights and the coefficients with the uncertainty of the parameters: each point of
 * `parameterDesign` gets its share of the draws, from the Gaussian at its parameters.
 */
export async function drawPosterior(
  fit: LatticeFit,
  draws: number,
  random: Random,
  pause?: () => Promise<void>,
): Promise<FieldDraws> {
  const { centre, width } = fit
  // Of its own, so that draws do not depend on what was computed before.
  const model = new LatentModel(fit.model.shape, fit.model.field, fit.model.places)
  const design = await parameterDesign(model, fit.parameters, pause)
  const size = model.field.size
  const surface = new Float32Array(size * draws)
  const coefficients = new Float64Array(width * draws)
  const groups: DrawGroup[] = []
  const atPoints: CoefficientPosterior[] = []
  let from = 0
  for (const [index, count] of allocateDraws(design.points, draws).entries()) {
    if (count === 0) continue
    await pause?.()
    const at = fitAt(model, centre, Float64Array.from(design.points[index].parameters))
    atPoints.push({ mean: at.coefficients, sd: coefficientSds(at) })
    const { u, b } = drawField(at.mode, count, random)
    for (let k = 0; k < size; k++) surface.set(u.subarray(k * count, (k + 1) * count), k * draws + from)
    for (let c = 0; c < width; c++) coefficients.set(b.subarray(c * count, (c + 1) * count), c * draws + from)
    const { sd, rangeKm, clusterSd } = at
    groups.push({ from, to: from + count, sd, rangeKm, clusterSd })
    from += count
  }
  return { surface: roundSurface(surface, draws), coefficients, groups, design, atPoints }
}

/** The draws as they are kept. */
export const posteriorFrom = (
  { model, centre, standardisation }: LatticeFit,
  { surface, coefficients, groups }: FieldDraws,
  usesDensity: boolean,
): Posterior => {
  const { spacingKm, x0, y0, columns, rows } = model.field.lattice
  return {
    centre,
    lattice: { spacingKm, x0, y0, columns, rows },
    standardisation,
    usesDensity,
    draws: groups[groups.length - 1].to,
    surface,
    coefficients,
    groups: groups.map(({ from, to, clusterSd }) => ({ from, to, clusterSd })),
  }
}
