import { blockGain } from '../inference/block-gain.ts'
import { studentTail } from '../likelihood/distributions.ts'
import type { Overfitting } from '../diagnostics-types.ts'

const OVERFIT_LEVEL = 0.1
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
  const loss = blockGain(reference, lpd, fold, folds)
  if (!loss) return null
  return {
    gap,
    lpd_loss: loss.gain,
    standard_error: loss.standard_error,
    p_value: studentTail(loss.gain / loss.standard_error, loss.folds - 1),
  }
}

/**
 * The flag: the covariates do material harm to held-out predictions, and the fit to the training data hides it. Null
 * where that cannot be tested: there is no loss, or no R² because all clusters have the same share.
 */
export function isOverfit(
  found: Overfitting | null,
  clusters: number,
  blockR2: number,
  allowedGap: number,
): boolean | null {
  if (!found || Number.isNaN(found.gap)) return null
  return (
    found.p_value < OVERFIT_LEVEL &&
    found.lpd_loss > MATERIAL_LOSS * clusters &&
    (found.gap > allowedGap || blockR2 <= 0)
  )
}
