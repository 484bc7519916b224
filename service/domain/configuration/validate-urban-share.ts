import { SAMPLED_SHARE } from '#contract/submissions/configuration.ts'
import { needsUrbanShare, URBAN_SHARE_QUESTION } from '../../modelling/survey/urban.ts'
import { readUrban } from '../surveys/points/read-urban.ts'
import { type CellFinding, cellError } from './cell-findings.ts'
import type { LayerDraft } from './layer-draft.ts'
import type { ValidatedSurvey } from './validate-survey.ts'

/** A layer of a survey that marks urban clusters has to say what they stand for: by weights, or by their share. */
export function validateUrbanShare(
  { urban_share }: Pick<LayerDraft, 'urban_share'>,
  { points, columns }: Pick<ValidatedSurvey, 'points' | 'columns'>,
): CellFinding[] {
  if (urban_share !== null || !points || !columns) return []
  const { weight } = points
  if (!needsUrbanShare({ weight, ...readUrban(points) })) return []
  const weights = weight ? `the same weight ('${columns.weight}') for every cluster` : 'no weights'
  return [
    cellError(
      'urban_share',
      URBAN_SHARE_QUESTION,
      `The survey marks urban clusters ('${columns.urban}') and has ${weights}, so its own urban share is only that of the sample. Use the fix only if towns were not oversampled.`,
      SAMPLED_SHARE,
    ),
  ]
}
