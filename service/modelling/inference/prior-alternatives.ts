import type { DrawGroup } from './posterior-draws.ts'
import type { PriorAlternative } from '../model.ts'
import type { LatentShape } from '../components/latent-shape.ts'
import { logPriorRatio } from '../components/surface/surface-parameters.ts'

/**
 * Factors of the prior means of the surface's variance and range. Both move the same way: the clusters hardly
 * distinguish a strong surface with a long range from a weak one with a short range, so here the prior matters most
 * (Zhang 2004).
 */
const FACTORS = [
  { variance: 2, range: 2 },
  { variance: 0.5, range: 0.5 },
] as const
/** Share of the draws that their weights must be worth, and number of points. */
const LEAST_SHARE = 0.25
const LEAST_POINTS = 4

/**
 * The draws under other priors: those of a point theta weigh prior′(theta)/prior(theta), as the evidence stays the same.
 * A weighted mean over n draws is worth (Σw)²/Σw² of them (Kish 1965); without a spread of points there is nothing to weigh.
 */
export function priorAlternatives(
  groups: readonly DrawGroup[],
  draws: number,
  priors: Pick<LatentShape, 'meanVariance' | 'typical'>,
): PriorAlternative[] {
  return FACTORS.map((factors) => {
    const logs = groups.map((group) => logPriorRatio(group, priors, factors))
    const highest = Math.max(...logs)
    const weights = new Float64Array(draws)
    groups.forEach(({ from, to }, group) => weights.fill(Math.exp(logs[group] - highest), from, to))
    const mean = weights.reduce((sum, w) => sum + w, 0) / draws
    const scaled = weights.map((w) => w / mean)
    const share = draws / scaled.reduce((sum, w) => sum + w * w, 0)
    const points =
      1 / groups.reduce((sum, { from, to }) => sum + (((to - from) / draws) * scaled[from]) ** 2, 0)
    return { ...factors, weights: share >= LEAST_SHARE && points >= LEAST_POINTS ? scaled : null }
  })
}
