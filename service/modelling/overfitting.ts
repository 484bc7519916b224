import { studentTail } from './distributions.ts'
import type { Overfitting } from './diagnostics-types.ts'

export const OVERFIT_LEVEL = 0.1
/** Loss per cluster below which covariates are useless rather than harmful: about six of them on 150 clusters. */
const MATERIAL_LOSS = 0.02

/**
 * Do the covariates harm the prediction of held-out blocks? `lpd` and `reference` are the log predictive densities per
 * cluster with and without covariates, on the same folds. The differences are summed by fold, since clusters of a block
 * err together, and tested one-sided by Student's t. Null with fewer than two folds.
 */
export function overfittingOf(
  gap: number,
  lpd: Float64Array,
  reference: Float64Array,
  fold: Int32Array,
  folds: number,
): Overfitting | null {
  const sums = new Float64Array(folds)
  const sizes = new Int32Array(folds)
  fold.forEach((which, cluster) => {
    const loss = reference[cluster] - lpd[cluster]
    if (!Number.isFinite(loss)) return
    sums[which] += loss
    sizes[which]++
  })
  const losses = [...sums].filter((_, which) => sizes[which] > 0)
  const count = losses.length
  if (count < 2) return null
  const total = losses.reduce((sum, value) => sum + value, 0)
  const mean = total / count
  const variance = losses.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1)
  const standardError = Math.sqrt(count * variance)
  if (!(standardError > 0)) return null
  return {
    gap,
    lpd_loss: total,
    standard_error: standardError,
    p_value: studentTail(total / standardError, count - 1),
  }
}

/** The flag: the covariates do material harm to held-out predictions, and the fit to the training data hides it. */
export const isOverfit = (
  found: Overfitting | null,
  clusters: number,
  blockR2: number,
  allowedGap: number,
): boolean =>
  found !== null &&
  found.p_value < OVERFIT_LEVEL &&
  found.lpd_loss > MATERIAL_LOSS * clusters &&
  (found.gap > allowedGap || blockR2 <= 0)
