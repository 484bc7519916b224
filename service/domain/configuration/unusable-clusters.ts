import type { SurveyPoints } from '../surveys/survey-points.ts'
import { type CellFinding, cellError } from './cell-findings.ts'
import { percent } from './validate-coverage.ts'

/** What the engine would reject, about the clusters that it would use. */
export function unusableClusters(points: SurveyPoints, used: readonly number[]): CellFinding | null {
  const { longitude, latitude, numerator, denominator } = points
  const [first] = used
  if (used.every((i) => longitude[i] === longitude[first] && latitude[i] === latitude[first])) {
    return cellError('survey', 'All clusters are at the same place.', 'Check the longitudes and latitudes.')
  }
  const share = numerator[first] / denominator[first]
  // None or all affected still bounds prevalence.
  if (share > 0 && share < 1 && used.every((i) => numerator[i] / denominator[i] === share)) {
    return cellError(
      'survey',
      `Every cluster has the same proportion (${percent(share)}), so there is nothing to model.`,
      'Check the numerators and denominators.',
    )
  }
  return null
}
